import type { Page } from "@playwright/test";
import { complaints } from "./axe";
import { PAGES } from "./pages";
import { IS_LONG } from "./long";
import { expect, test } from "./server";
import { act, choose, openTable, type Wish } from "./tables";

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };

interface Look {
  viewport: { width: number; height: number };
  theme: "light" | "dark";
}

/** Each size and each theme once; `make browser-test-all` looks at every size in every theme. */
const LOOKS: Look[] = [
  { viewport: DESKTOP, theme: "light" },
  { viewport: PHONE, theme: "dark" },
  ...(IS_LONG
    ? ([
        { viewport: DESKTOP, theme: "dark" },
        { viewport: PHONE, theme: "light" },
      ] as const)
    : []),
];

const HEAD = "map 2-players\nplayers Ann Bob\n";
const BOB = "Bob Hill Orcs : 12 2, 13 1\n";
const CONQUEST = `${HEAD}${BOB}Ann Flying Trolls, 9 in hand : 3 1 + lair <- to move`;
const REDEPLOYMENT = `${HEAD}${BOB}Ann Flying Trolls, 4 in hand : 3 1, 4 1\nturn Ann conquer, acted`;
const LAST_TURN = `${HEAD}game-turn 10\nfirst Bob\n${BOB}Ann Flying Trolls, 2 in hand : 3 1\nturn Ann conquer, acted`;

/** The states of a game: how one comes there, and what is seen then. */
const STATES: {
  name: string;
  wish: Wish;
  acts?: string[];
  textView?: boolean;
  tips?: boolean;
  seen: string;
}[] = [
  { name: "lobby", wish: { computers: [] }, seen: "h1" },
  { name: "pick", wish: { position: `${HEAD}turn Ann pick` }, seen: "button.combo" },
  { name: "pick with a tip", wish: { position: `${HEAD}turn Ann pick` }, tips: true, seen: ".tip" },
  { name: "conquest", wish: { position: CONQUEST }, seen: "g.region.target" },
  { name: "redeployment", wish: { position: REDEPLOYMENT }, acts: ["end"], seen: "[data-action=':confirm']" },
  { name: "ending", wish: { position: LAST_TURN }, acts: ["end"], seen: ".result ol" },
  { name: "text view, pick", wish: { position: `${HEAD}turn Ann pick` }, textView: true, seen: ".answers" },
  { name: "text view, conquest", wish: { position: CONQUEST }, textView: true, seen: ".answers" },
  {
    name: "text view, redeployment",
    wish: { position: REDEPLOYMENT },
    acts: ["end"],
    textView: true,
    seen: "input[type=number]",
  },
];

async function take(page: Page, { viewport, theme }: Look): Promise<void> {
  await page.setViewportSize(viewport);
  await choose(page, { theme });
}

function nameOf({ viewport, theme }: Look): string {
  return `${viewport.width} wide, ${theme}`;
}

test.beforeEach(async ({ page }) => {
  await choose(page, { speed: "off", name: "Ann" });
});

for (const address of PAGES) {
  test(`axe finds nothing on ${address}`, async ({ page }) => {
    test.slow();
    const found: string[] = [];
    for (const look of LOOKS) {
      await take(page, look);
      await page.goto(address, { waitUntil: "networkidle" });
      await expect(page.locator("#main")).toBeVisible();
      found.push(...(await complaints(page, nameOf(look))));
    }
    expect(found).toEqual([]);
  });
}

for (const language of ["de", "fi", "is"]) {
  test(`axe finds nothing at home and in a game in ${language}`, async ({ page }) => {
    await choose(page, { language });
    const table = await openTable(page, { position: CONQUEST });
    const found: string[] = [];
    for (const look of LOOKS) {
      await take(page, look);
      for (const [address, seen] of [
        ["/", "#main"],
        [`/t/${table}`, "g.region.target"],
      ] as const) {
        await page.goto(address, { waitUntil: "networkidle" });
        await expect(page.locator(seen).first()).toBeVisible();
        await expect(page.locator("html")).toHaveAttribute("lang", language);
        found.push(...(await complaints(page, `${address}, ${nameOf(look)}`)));
      }
    }
    expect(found).toEqual([]);
  });
}

for (const { name, wish, acts = [], textView = false, tips = false, seen } of STATES) {
  test(`axe finds nothing in a game: ${name}`, async ({ page }) => {
    test.slow();
    await choose(page, { textView, tips });
    const table = await openTable(page, wish);
    for (const action of acts) await act(page, table, action);
    const found: string[] = [];
    for (const look of LOOKS) {
      await take(page, look);
      // A tip is shown once; here once for each look.
      await page.addInitScript(() => localStorage.removeItem("elbowroom.experience"));
      await page.goto(`/t/${table}`, { waitUntil: "networkidle" });
      await expect(page.locator(seen).first()).toBeVisible();
      found.push(...(await complaints(page, nameOf(look))));
    }
    expect(found).toEqual([]);
  });
}
