import type { Page } from "@playwright/test";
import { Player } from "./player";
import { MIDDLE } from "./positions";
import { expect, test } from "./server";
import { choose, drawn, openTable } from "./tables";

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

test("a game is played to its end on a phone, and nothing is wider than the screen", async ({ page }) => {
  await choose(page, { speed: "off", confirmEnd: false, confirmRoll: false });
  const position = "map 2-players\nplayers Ann Bob\ngame-turn 9";
  await page.goto(`/t/${await openTable(page, { position })}`);
  const player = new Player(page);
  while (!(await player.isDone)) {
    await player.step();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  }
  await expect(player.ending.getByRole("listitem")).toHaveCount(2);
  expect(await page.locator("h1").evaluate((title) => title.scrollWidth - title.clientWidth)).toBe(0);
});

const FIVE = { players: 5, computers: Array<string>(4).fill("easy"), position: MIDDLE[5] ?? "" };

/** How large each region that can be chosen is seen, and whether all of it is inside of the board. */
async function targetsOf(page: Page): Promise<{ region: number; size: number; isSeen: boolean }[]> {
  return page.evaluate(() => {
    const board = document.querySelector(".board")?.getBoundingClientRect() ?? new DOMRect();
    return [...document.querySelectorAll<SVGGElement>("g.region.target")].map((target) => {
      const { left, right, top, bottom, width, height } = target.getBoundingClientRect();
      return {
        region: Number(target.dataset["region"]),
        size: Math.min(width, height),
        isSeen: left >= board.left && right <= board.right && top >= board.top && bottom <= board.bottom,
      };
    });
  });
}

test("a map with many regions begins so near that a finger hits every one", async ({ page }) => {
  await choose(page, { speed: "off", confirmEnd: false, confirmRoll: false });
  await page.goto(`/t/${await openTable(page, FIVE)}`);
  await drawn(page);
  await expect(page.getByRole("button", { name: "Show the whole map" })).toBeVisible();
  const targets = await targetsOf(page);
  expect(targets.length).toBeGreaterThan(5);
  expect(targets.filter(({ size, isSeen }) => size < 43.9 || !isSeen)).toEqual([]);
  const prompt = page.locator("section.bar h2");
  await expect(prompt).toHaveText(/5 tokens/);
  await new Player(page).tapRegion(25);
  await expect(prompt).toHaveText(/2 tokens/);
});

test("who wants to see the whole map keeps it, also when the page is loaded again", async ({ page }) => {
  await choose(page, { speed: "off", confirmEnd: false, confirmRoll: false });
  await page.goto(`/t/${await openTable(page, FIVE)}`);
  const whole = page.getByRole("button", { name: "Show the whole map" });
  await whole.click();
  await expect(whole).toBeHidden();
  await new Player(page).tapRegion(25);
  await expect(page.locator("section.bar h2")).toHaveText(/2 tokens/);
  await expect(whole).toBeHidden();
  await page.reload();
  await drawn(page);
  await expect(page.locator("section.bar h2")).toBeVisible();
  await expect(whole).toBeHidden();
  await page.getByRole("button", { name: "Zoom in" }).click();
  await expect(whole).toBeVisible();
});

test("everything one taps is large enough for a finger", async ({ page }) => {
  await choose(page, { speed: "off" });
  await page.goto(`/t/${await openTable(page)}`);
  await expect(page.locator("section.bar h2")).toBeVisible();
  const small = await page.evaluate(() =>
    [...document.querySelectorAll("button, a.button, summary, input")].flatMap((element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 0 && (width < 43.5 || height < 43.5)
        ? [`${element.outerHTML.slice(0, 80)} ${width}x${height}`]
        : [];
    }),
  );
  expect(small).toEqual([]);
});

test("while a combo is picked the whole map is seen, also after others have played", async ({ page }) => {
  await choose(page, { speed: "fast", confirmDecline: false });
  const position =
    "map 4-players\nplayers Ann Bob Cleo Dan\ngame-turn 3\nAnn Hill Orcs : 3 1, 4 1\nturn Ann ready";
  const table = await openTable(page, { players: 4, computers: ["easy", "easy", "easy"], position });
  await page.goto(`/t/${table}`);
  await page.locator("[data-action=decline]").click();
  await expect(page.locator("section.bar h2")).toHaveText(/Pick a combo/, { timeout: 90_000 });
  const widthOf = (part: string): Promise<number> =>
    page
      .locator(part)
      .first()
      .evaluate((element) => element.getBoundingClientRect().width);
  await expect.poll(() => widthOf(".board .ground")).toBeLessThanOrEqual(360);
  // Its buttons cover no region, once it has come to rest.
  const covered = (): Promise<number> =>
    page.evaluate(() => {
      const boxes = (part: string): DOMRect[] =>
        [...document.querySelectorAll(part)].map((element) => element.getBoundingClientRect());
      const land = Math.max(...boxes("g.region").map(({ bottom }) => bottom));
      return land - Math.min(...boxes(".zoom button").map(({ top }) => top));
    });
  await expect.poll(covered).toBeLessThanOrEqual(1);
  await expect(page.locator("main details.since")).toHaveCount(0);
  const told = page.locator(".dock details.since");
  await told.locator("summary").click();
  await expect(told.locator(".turn").first()).toBeInViewport();
  await expect(page.locator("[data-action=':confirm']")).toBeInViewport({ ratio: 1 });
});
