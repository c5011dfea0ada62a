/** How the game screen uses the window: sizes are measured, overlaps computed. */
import type { Locator, Page } from "@playwright/test";
import { catalogueOf, OFFERED, textIn } from "./catalogues";
import { Player } from "./player";
import { GIANTS, MIDDLE, PROMPTED } from "./positions";
import { expect, test } from "./server";
import { choose, drawn, openTable } from "./tables";

const LANGUAGES = ["en", "de", "fi", "is"] as const;
const WIDE = { width: 1280, height: 800 };

const position = (players: number, rest: string): string =>
  `map ${players}-players\nplayers ${["Ann", "Bob", "Cleo", "Dan", "Eve"].slice(0, players).join(" ")}\n${rest}`;
const PICK = (players: number): string => position(players, "turn Ann pick");
const READY = `map 2-players\nAnn Hill Orcs : 3 3, 4 3, 5 2\n${GIANTS}\nturn Ann ready`;
const CONQUEST = PROMPTED.conquer;

async function open(page: Page, players: number, given: string, size = WIDE): Promise<void> {
  await page.setViewportSize(size);
  const computers = Array<string>(players - 1).fill("easy");
  await page.goto(`/t/${await openTable(page, { players, computers, position: given })}`);
  await drawn(page);
  await expect(page.locator("section.bar h2")).toBeVisible();
}

interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function boxOf(part: Locator): Promise<Rect> {
  const box = await part.boundingBox();
  if (box === null) throw new Error("it is not there");
  return box;
}

const isInside = ({ x, y }: { x: number; y: number }, box: Rect): boolean =>
  x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
const middleOf = ({ x, y, width, height }: Rect) => ({ x: x + width / 2, y: y + height / 2 });
const overlap = (one: Rect, other: Rect): boolean =>
  Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x) > 1 &&
  Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y) > 1;

/** The part of the window that the map with its frame takes, in percent; the picture fits into its box. */
async function shareOfMap(page: Page): Promise<number> {
  return page.locator(".board img").evaluate((image: HTMLImageElement) => {
    const { width, height } = image.getBoundingClientRect();
    const scale = Math.min(width / image.naturalWidth, height / image.naturalHeight);
    const area = image.naturalWidth * image.naturalHeight * scale ** 2;
    return (100 * area) / (innerWidth * innerHeight);
  });
}

test.beforeEach(async ({ page }) => {
  await choose(page, { speed: "off", name: "Ann" });
});

for (const { players, percent } of [
  { players: 2, percent: 50 },
  { players: 5, percent: 42 },
]) {
  for (const [what, given] of [
    ["while a combo is picked", PICK(players)],
    ["while conquering", MIDDLE[players] ?? ""],
  ] as const) {
    test(`with ${players} players the map takes ${percent} % of a small window ${what}`, async ({ page }) => {
      await open(page, players, given);
      expect(await shareOfMap(page)).toBeGreaterThanOrEqual(percent);
      expect((await boxOf(page.locator(".dock"))).height).toBeLessThan(80);
    });
  }
}

for (const language of LANGUAGES) {
  test(`all six combos are seen, and what they do is one line each, in ${language}`, async ({ page }) => {
    await choose(page, { language });
    await open(page, 2, PICK(2));
    for (const size of [WIDE, { width: 1366, height: 657 }, { width: 1280, height: 720 }]) {
      await page.setViewportSize(size);
      const { bottom, hidden } = await page.locator(".whole").evaluate((column) => ({
        bottom: column.getBoundingClientRect().bottom,
        hidden: column.scrollHeight - column.clientHeight,
      }));
      await expect(page.locator("button.combo")).toHaveCount(6);
      expect(hidden, `${size.width}x${size.height}`).toBeLessThanOrEqual(0);
      expect(bottom).toBeLessThanOrEqual((await boxOf(page.locator(".dock"))).y);
    }
    await page.setViewportSize(WIDE);
    const effects = effectsIn(language);
    expect(effects.length).toBe(34);
    const long = await page
      .locator(".effects span")
      .first()
      .evaluate((line: HTMLElement, texts) => {
        line.textContent = "X";
        const one = line.offsetHeight;
        return texts.filter((text) => {
          line.textContent = text;
          return line.offsetHeight > one;
        });
      }, effects);
    expect(long).toEqual([]);
  });
}

/** The line of every race and every special power of the box. */
function effectsIn(language: string): string[] {
  return Object.keys(catalogueOf(language))
    .filter((key) => /^(race|power)_.*_effect$/.test(key))
    .map((key) => textIn(language, key));
}

test("no word of a German banner is broken, in the column and in a sheet", async ({ page }) => {
  await choose(page, { language: "de" });
  for (const size of [WIDE, { width: 360, height: 740 }]) {
    await open(page, 2, PICK(2), size);
    const broken = await page.locator(".banner .names > span").evaluateAll((names: HTMLElement[]) =>
      ["Rattenmenschen", "Drachenbändiger", "Unterwelt", "Kampierend"].flatMap((word) =>
        names.flatMap((name) => {
          name.style.setProperty("--letters", String(word.length));
          name.textContent = word;
          const size = Number.parseFloat(getComputedStyle(name).fontSize);
          const isWide = name.scrollWidth > name.clientWidth + 1;
          return isWide || name.offsetHeight > size * 1.6 || size < 10 ? [`${word} ${size}`] : [];
        }),
      ),
    );
    expect(broken).toEqual([]);
  }
});

test("the rules of a combo are read beside the map, by pointing and by keys", async ({ page }) => {
  await open(page, 5, PICK(5));
  const text = page.locator(".corner");
  await expect(text).toBeHidden();
  await page.locator("button.combo").nth(1).hover();
  await expect(text.getByRole("heading")).toHaveCount(2);
  const map = await boxOf(page.locator("main"));
  expect(overlap(await boxOf(text), map)).toBe(false);
  for (const card of await page.locator(".card").all())
    expect(overlap(await boxOf(text), await boxOf(card))).toBe(false);
  await page.mouse.move(640, 300);
  await expect(text).toBeHidden();
  await page.locator("button.combo").nth(2).focus();
  await expect(text).toBeVisible();
});

test("who chooses a combo reads what it does, also if hints were open, and sees all players", async ({
  page,
}) => {
  await choose(page, { language: "de", tips: true });
  await open(page, 5, PICK(5), { width: 1366, height: 657 });
  await page.getByRole("button", { name: "Tipp" }).click();
  const corner = page.locator(".corner");
  await expect(corner.getByRole("listitem").first()).toBeVisible();
  await page.locator("button.combo").nth(1).click();
  await page.mouse.move(640, 300);
  await expect(corner.getByRole("heading", { level: 3 })).toHaveCount(2);
  expect(await cutOff(page, ".card")).toEqual([]);
});

test("in the narrow column beside the map one can read and write messages", async ({ page }) => {
  await open(page, 3, PICK(3));
  await page.getByRole("button", { name: "Chat", exact: true }).click();
  const field = page.getByLabel("Your message");
  const { width } = await boxOf(page.locator("aside.side"));
  expect((await boxOf(field)).width).toBeGreaterThan(0.7 * width);
  await field.fill("Hello");
  await page.getByRole("button", { name: "Send" }).click();
  expect((await boxOf(page.locator(".said .text"))).width).toBeGreaterThan(0.7 * width);
});

test("the column folds to badges while there is nothing to pick, and unfolds", async ({ page }) => {
  await open(page, 2, CONQUEST);
  const badges = page.locator(".badges button");
  await expect(badges).toHaveCount(6);
  expect((await boxOf(page.locator(".badges"))).width).toBeLessThan(80);
  await badges.first().focus();
  await expect(badges.first()).toHaveCSS("outline-offset", "-3px");
  // The ring on the map looks like no player's colour.
  const colours = await page
    .locator(".card")
    .evaluateAll((cards) => cards.map((card) => getComputedStyle(card).getPropertyValue("--owner")));
  const ring = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue("--focus-on-map"),
  );
  expect(colours).not.toContain(ring);
  await badges.first().click();
  await expect(page.locator("button.combo")).toHaveCount(6);
  await page.keyboard.press("Escape");
  await expect(page.locator("button.combo")).toHaveCount(0);
});

for (const [look, size] of Object.entries({ desktop: WIDE, phone: { width: 360, height: 740 } })) {
  test(`"yes" appears where the hand already is, and a double click is no answer, ${look}`, async ({
    page,
  }) => {
    await open(page, 2, CONQUEST, size);
    const hand = middleOf(await boxOf(page.locator("[data-action=':finish']")));
    await page.mouse.dblclick(hand.x, hand.y);
    const yes = page.locator("[data-answer=yes]");
    await expect(yes).toBeFocused();
    expect(isInside(hand, await boxOf(yes))).toBe(true);
    await page.getByRole("button", { name: "Not yet" }).click();
    await expect(page.getByRole("alertdialog")).toBeHidden();
  });
}

test("a routine turn takes at most six clicks", async ({ page }) => {
  await open(page, 2, READY);
  const player = new Player(page);
  const prompt = page.locator("section.bar h2");
  let clicks = 0;
  for (const [region, left] of [
    [2, /3 tokens/],
    [10, /1 token /],
  ] as const) {
    await expect(page.locator(`g.region.target[data-region="${region}"]`)).toBeVisible();
    await player.tapRegion(region);
    clicks += 1;
    await expect(prompt).toHaveText(left);
  }
  await page.locator("[data-action=':finish']").click();
  await page.locator("[data-answer=yes]").click();
  clicks += 2;
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Game turn 2");
  await page.locator(".log").getByText("How it began").click();
  await expect(page.locator(".log")).toContainText("Ann scores");
  expect(clicks).toBeLessThanOrEqual(6);
});

test("a decline asks although ends of turns do not, tells what it brings and can be taken back", async ({
  page,
}) => {
  await choose(page, { confirmEnd: false, confirmRoll: false });
  await open(page, 2, READY);
  await page.locator("[data-action=decline]").click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("brings 3 coins");
  await expect(question.getByRole("checkbox")).toHaveCount(0);
  await page.locator("[data-answer=yes]").click();
  await page.getByRole("button", { name: "Take it back" }).click();
  await expect(page.locator("section.bar h2")).toHaveText(/Your turn with the Orcs/);
  await page.locator("[data-action=decline]").click();
  await page.locator("[data-answer=yes]").click();
  await expect(page.locator("section.bar h2")).toHaveText(/Pick a combo/, { timeout: 30_000 });
});

test("a roll that ends the conquests is asked for, and a second tap says yes", async ({ page }) => {
  await open(page, 2, `map 2-players\nAnn Hill Orcs, 1 in hand : 3 3, 4 3 <- to move\n${GIANTS}`);
  const player = new Player(page);
  await player.tapRegion(7);
  await expect(page.getByRole("alertdialog")).toContainText("Attack region 7 with the die?");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await player.tapRegion(7);
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await player.tapRegion(7);
  await expect(page.locator("section.bar h2")).toHaveText(/Redeploy your Orcs/);
});

test("hints cover neither the map nor the players", async ({ page }) => {
  for (const players of [2, 5]) {
    await open(page, players, MIDDLE[players] ?? "");
    await page.getByRole("button", { name: "Hint" }).click();
    const hints = page.locator(".corner");
    await expect(hints.getByRole("listitem").first()).toBeVisible();
    const box = await boxOf(hints);
    expect(overlap(box, await boxOf(page.locator("main")))).toBe(false);
    for (const card of await page.locator(".card").all()) expect(overlap(box, await boxOf(card))).toBe(false);
  }
});

test("the hint that places the last token asks before it ends the turn", async ({ page }) => {
  await choose(page, { confirmEnd: true });
  await open(page, 2, CONQUEST);
  await page.locator("[data-action=end]").click();
  await page.getByRole("button", { name: "Hint" }).click();
  const asked = page.locator("[data-answer=yes]");
  for (let placed = 0; placed < 20 && !(await asked.isVisible()); placed += 1) {
    await expect(page.locator("section.bar h2")).toContainText("Redeploy");
    const before = await page.locator(".hints ol").textContent();
    await page.locator(".hints ol button").first().click();
    await expect(async () => {
      const hints = await page.locator(".hints ol").textContent({ timeout: 1_000 });
      expect((await asked.isVisible()) || hints !== before).toBe(true);
    }).toPass();
  }
  await expect(asked).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator("section.bar h2")).toContainText("Redeploy");
});

test("escape closes what happened", async ({ page }) => {
  await choose(page, { confirmEnd: false, confirmRoll: false });
  await open(page, 2, CONQUEST);
  await page.locator("[data-action=':finish']").click();
  const told = page.locator("details.since");
  await told.locator("summary").click({ timeout: 60_000 });
  await expect(told).toHaveAttribute("open");
  await page.keyboard.press("Escape");
  await expect(told).not.toHaveAttribute("open");
});

test("no list of regions flashes before the map", async ({ page }) => {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector(".roster") !== null) document.documentElement.dataset["flashed"] = "true";
    });
    observer.observe(document, { subtree: true, childList: true });
  });
  await open(page, 2, PICK(2));
  await expect(page.locator("html")).not.toHaveAttribute("data-flashed");
});

test("the full-screen button says what it does", async ({ page }) => {
  await open(page, 2, PICK(2));
  await page.getByRole("button", { name: "Full screen" }).click();
  await expect(page.getByRole("button", { name: "Leave full screen" })).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true });

  for (const size of [
    { width: 360, height: 740 },
    { width: 390, height: 844 },
  ]) {
    for (const players of [2, 5]) {
      test(`the map stays in sight while one of ${players} chooses a combo, ${size.width} wide`, async ({
        page,
      }) => {
        await open(page, players, PICK(players), size);
        await page.locator("button.combo").nth(1).tap();
        const map = await boxOf(page.locator(".board"));
        expect(map.height).toBeGreaterThan(0.3 * size.height);
        const button = await boxOf(page.locator("[data-action=':confirm']"));
        expect(button.y).toBeGreaterThan(0.7 * size.height);
        expect(overlap(map, await boxOf(page.locator(".dock")))).toBe(false);
        await expect(page.locator("li[data-slot='1']").getByRole("heading").first()).toBeVisible();
        await expect(page.locator("header .purse")).toContainText("5 victory coins");
      });
    }
  }

  test("sideways what is asked is seen as a whole", async ({ page }) => {
    await choose(page, { language: "de" });
    const tritons = CONQUEST.replace("Orcs, 5 in hand", "Tritons, 7 in hand");
    await open(page, 2, tritons, { width: 844, height: 390 });
    expect(await cutOff(page)).toEqual([]);
  });

  for (const [width, height] of [
    [360, 740],
    [390, 844],
  ] as const) {
    test(`whatever is asked is seen as a whole, with its tip and its buttons, ${width} wide`, async ({
      page,
    }) => {
      await choose(page, { language: "de", tips: true, confirmEnd: true });
      const halflings = CONQUEST.replace("Orcs, 5 in hand", "Halflings, 8 in hand");
      await open(page, 2, halflings, { width, height });
      const tip = page.locator(".dock > .tip");
      await expect(tip).toBeVisible();
      expect(await cutOff(page)).toEqual([]);
      await page.locator("[data-action=':finish']").tap();
      await expect(page.getByRole("alertdialog")).toBeVisible();
      expect(await cutOff(page)).toEqual([]);
      await page.getByRole("button", { name: "Noch nicht" }).tap();
      await page.locator("[data-action=end]").tap();
      await expect(page.locator(".draft")).toBeVisible();
      await expect(tip).toBeVisible();
      expect(await cutOff(page)).toEqual([]);
      await tip.getByRole("button").first().tap();
      expect(await cutOff(page)).toEqual([]);
      await open(page, 2, PICK(2), { width, height });
      for (const slot of [2, 5, 0]) {
        await page.locator("button.combo").nth(slot).tap();
        await expect(page.locator("button.combo.chosen")).toBeInViewport({ ratio: 1 });
        expect(await cutOff(page, "button.combo.chosen")).toEqual([]);
      }
    });
  }

  test("what was touched looks no different afterwards", async ({ page }) => {
    await open(page, 2, PICK(2), { width: 390, height: 844 });
    const combos = page.locator("button.combo");
    await combos.nth(1).tap();
    await combos.nth(0).tap();
    const background = (slot: number): Promise<string> =>
      combos.nth(slot).evaluate((combo) => getComputedStyle(combo).backgroundColor);
    expect(await background(1)).toBe(await background(2));
  });

  test("while others play, players and what happened last are told", async ({ page }) => {
    await choose(page, { speed: "slow", confirmEnd: false, confirmRoll: false });
    const given = (MIDDLE[5] ?? "").replace("Heroic Giants", "Hill Giants").replace(" + hero", "");
    await open(page, 5, given, { width: 360, height: 740 });
    await page.locator("[data-action=':finish']").tap();
    const strip = page.getByRole("list", { name: "Players" });
    await expect(strip.getByRole("listitem")).toHaveCount(5);
    await expect(
      page.getByRole("list", { name: "What happened last" }).getByRole("listitem").first(),
    ).toBeVisible();
    await expect(page.locator("header .purse")).toBeVisible();
  });

  test("each sheet has one heading", async ({ page }) => {
    await open(page, 2, CONQUEST, { width: 360, height: 740 });
    for (const name of ["Combos", "Players", "Log", "Chat"]) {
      await page.getByRole("button", { name, exact: true }).tap();
      const sheet = page.getByRole("region", { name, exact: true }).first();
      await expect(sheet.locator("> .head > span")).toHaveText(name);
      expect(await seenHeadings(sheet), name).toEqual([]);
      await sheet.getByRole("button", { name: `Close ${name}` }).tap();
    }
  });

  for (const size of [
    { width: 844, height: 390 },
    { width: 640, height: 400 },
    { width: 640, height: 360 },
  ]) {
    for (const language of LANGUAGES) {
      test(`sideways nothing overlaps, ${size.width}x${size.height}, ${language}`, async ({ page }) => {
        await choose(page, { language });
        for (const given of [MIDDLE[2] ?? "", READY, PICK(2)]) {
          await open(page, 2, given, size);
          expect(await overlapping(page)).toEqual([]);
          expect(await page.locator("h1").evaluate((title) => title.scrollWidth - title.clientWidth)).toBe(0);
        }
      });
    }
  }
});

/** What is asked and its buttons, as far as a part of them lies outside of what scrolls or of the window. */
function cutOff(page: Page, parts = ".dock :is(h2, .asked p, .hand, .tip p, button)"): Promise<string[]> {
  return page.locator(parts).evaluateAll((all) =>
    all.flatMap((part) => {
      if (!part.checkVisibility({ visibilityProperty: true })) return [];
      const { left, right, top, bottom } = part.getBoundingClientRect();
      for (let around = part.parentElement; around !== null; around = around.parentElement) {
        if (getComputedStyle(around).overflowY === "visible") continue;
        const box = around.getBoundingClientRect();
        const isInside =
          left >= box.left - 1 &&
          right <= box.right + 1 &&
          top >= box.top - 1 &&
          bottom <= Math.min(box.bottom, innerHeight) + 1;
        if (!isInside) return [`${part.outerHTML.slice(0, 80)} in ${around.className}`];
      }
      return [];
    }),
  );
}

/** Headings of the second level that are seen; races and turns may have some of a lower one. */
function seenHeadings(sheet: Locator): Promise<string[]> {
  return sheet.locator("h2:not(.unseen)").allInnerTexts();
}

/** Buttons and words beside the map that lie on one another. */
async function overlapping(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const dock = document.querySelector(".dock")?.getBoundingClientRect() ?? new DOMRect();
    const parts = [
      ...document.querySelectorAll<HTMLElement>(
        "header button, header a, h1, .purse, .row button, .dock button:not(.list button), .asked, .dock summary",
      ),
    ].filter((part) => part.checkVisibility({ visibilityProperty: true }));
    const found: string[] = [];
    for (const [at, one] of parts.entries()) {
      for (const other of parts.slice(at + 1)) {
        if (one.contains(other) || other.contains(one)) continue;
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 1 && down > 1)
          found.push(`${one.outerHTML.slice(0, 60)} | ${other.outerHTML.slice(0, 60)}`);
      }
      const { left, right } = one.getBoundingClientRect();
      if (right > innerWidth + 1 || left < -1) found.push(`outside: ${one.outerHTML.slice(0, 60)}`);
    }
    return dock.width === 0 ? ["no dock"] : found;
  });
}

for (const language of LANGUAGES) {
  test(`the tools of a redeployment lie over the map, not over what stands beside it: ${language}`, async ({
    page,
  }) => {
    await choose(page, { language });
    await open(page, 2, `map 2-players\nAnn Hill Orcs, 3 in hand : 3 2, 4 1, 5 1 <- to move\n${GIANTS}`);
    await page.locator("[data-action=end]").click();
    const tools = await boxOf(page.locator(".draft.above"));
    for (const part of ["aside.side", ".zoom"]) {
      expect(overlap(tools, await boxOf(page.locator(part))), part).toBe(false);
    }
  });

  test(`all ways to play are in sight without scrolling on the home page: ${language}`, async ({ page }) => {
    await choose(page, { language });
    await page.setViewportSize(WIDE);
    await page.goto("/");
    for (const way of await page.locator(".ways > *").all())
      await expect(way).toBeInViewport({ ratio: 0.95 });
    await expect(page.locator(".ways > *")).toHaveCount(6);
  });
}

/** Questions as long as they come: many tokens in hand, some that only attack, and a race that goes on in decline. */
const LONG_QUESTIONS: Record<string, string> = {
  ":finish": `map 2-players\nAnn Hill Amazons, 10 in hand : 3 1, 4 1, 5 1 <- to move\n${GIANTS}`,
  decline: `map 2-players\nAnn Hill Ghouls : 3 3, 4 3, 5 2\n${GIANTS}\nturn Ann ready`,
};
const SIZES = [
  { width: 1280, height: 720 },
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
  { width: 390, height: 844 },
];
/** What a browser draws letters with where nobody chose another size, in pixels. */
const USUAL_LETTERS = 16;

/** The language in which questions are longest. */
function longestLanguage(): string {
  const length = (language: string): number =>
    Object.keys(catalogueOf(language))
      .filter((key) => /^web_play_(sure|yes|no$|ask|attack_only|goes_on)/.test(key))
      .reduce((sum, key) => sum + textIn(language, key).length, 0);
  return OFFERED.reduce((longest, each) => (length(each) > length(longest) ? each : longest));
}

for (const percent of [100, 130]) {
  for (const language of new Set(["de", "fi", longestLanguage()])) {
    test(`all buttons of a question lie within the window, in ${language} with letters of ${percent} %`, async ({
      page,
    }) => {
      const browser = await page.context().newCDPSession(page);
      const letters = Math.round((USUAL_LETTERS * percent) / 100);
      await browser.send("Page.setFontSizes", { fontSizes: { standard: letters } });
      await choose(page, { language, confirmEnd: true, confirmDecline: true });
      for (const [button, given] of Object.entries(LONG_QUESTIONS)) {
        await open(page, 2, given);
        await page.locator(`[data-action='${button}']`).click();
        await expect(page.getByRole("alertdialog")).toBeVisible();
        for (const size of SIZES) {
          await page.setViewportSize(size);
          await expect(page.locator("[data-answer=yes]")).toBeInViewport({ ratio: 1 });
          await expect(async () => {
            const cut = await cutOff(page, ".dock :is(h2, button, label)");
            expect(cut, `${button} ${size.width}x${size.height}`).toEqual([]);
          }).toPass({ timeout: 5_000 });
        }
      }
    });
  }
}

test("however many buttons a decision has, all of them lie within the window", async ({ page }) => {
  await choose(page, { language: "de" });
  await open(page, 2, PROMPTED.substitute);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expect(async () => {
      expect(await cutOff(page, ".dock button"), `${size.width}x${size.height}`).toEqual([]);
    }).toPass({ timeout: 5_000 });
  }
});

test("what a hint advises is read without scrolling, with its button, also where a tip was", async ({
  page,
}) => {
  await choose(page, { tips: true });
  for (const size of [WIDE, { width: 1280, height: 720 }]) {
    await open(page, 2, MIDDLE[2] ?? "", size);
    await page.getByRole("button", { name: "Hint" }).click();
    const first = page.locator(".corner ol > li").first();
    await expect(first.getByRole("button")).toBeInViewport({ ratio: 1 });
    await expect(first.locator("strong")).toBeInViewport({ ratio: 1 });
  }
});
