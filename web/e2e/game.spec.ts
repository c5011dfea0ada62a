import type { Page } from "@playwright/test";
import { IS_LONG } from "./long";
import { Player } from "./player";
import { expect, test } from "./server";
import { choose, openTable } from "./tables";

const CONQUEST = "map 2-players\nAnn Hill Orcs, 6 in hand : 3 2 <- to move\nBob Forest Giants : 20 3";

test("one click on the home page starts a game against the computer, and clicking plays it to the ranking", async ({
  page,
}) => {
  await choose(page, { speed: "off" });
  await page.goto("/");
  await page.getByRole("button", { name: "Play now" }).click();
  await expect(page).toHaveURL(/\/t\//);
  const player = new Player(page);
  await player.playToTheEnd();
  await expect(player.ending.getByRole("listitem")).toHaveCount(2);
  expect(player.steps).toBeGreaterThan(20);
});

test("a game of five is watched to its end", async ({ page, browser, baseURL }) => {
  const table = await openTable(page, { players: 5, computers: ["easy", "easy", "easy", "easy"] });
  const watcher = await browser.newPage({ baseURL: baseURL ?? "" });
  await choose(watcher, { speed: "off" });
  await watcher.goto(`/t/${table}`);
  await expect(watcher.locator("g.region")).toHaveCount(48);
  // The one person at the table leaves, and a computer plays on.
  const left = await page.request.post(`/api/tables/${table}/commands`, {
    data: { v: 1, id: "leave", cmd: { do: "leave", seat: 0 } },
  });
  expect(left.ok()).toBe(true);
  await watcher.getByRole("button", { name: "Show the result" }).click({ timeout: 150_000 });
  await expect(new Player(watcher).ending).toBeVisible();
});

test("a tap on a region that cannot be taken changes nothing, and its reason can be read", async ({
  page,
}) => {
  await choose(page, { speed: "off" });
  await page.goto(`/t/${await openTable(page, { position: CONQUEST })}`);
  const player = new Player(page);
  const sea = page.locator("g.region[data-region='1']");
  await expect(page.locator("g.region.target").first()).toBeVisible();
  // The first that a page hears of a mouse is where it rests.
  await page.locator("header").hover();
  await sea.hover();
  await expect(page.locator(".inspector.sheet-of-paper")).toContainText(/sea|border/i);
  const before = await page.locator("g.region.target").count();
  await player.tapRegion(1);
  await expect(page.locator("g.region.target")).toHaveCount(before);
});

/** Every place and size that the board has from now on. */
async function watchBoard(page: Page): Promise<() => Promise<string[]>> {
  await page.locator(".board").waitFor();
  await page.evaluate(() => {
    const seen = new Set<string>();
    function look(): void {
      const { x, y, width, height } = document.querySelector(".board")?.getBoundingClientRect() ?? {};
      if (width !== undefined) seen.add([x, y, width, height].join(" "));
      document.body.dataset["boards"] = [...seen].join("|");
      requestAnimationFrame(look);
    }
    look();
  });
  return () => page.evaluate(() => document.body.dataset["boards"]?.split("|") ?? []);
}

for (const size of [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
]) {
  test(`the board keeps its place and size whatever is asked, but for picking, at ${size.width}`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await choose(page, { speed: "off" });
    await page.goto(`/t/${await openTable(page)}`);
    const boards = await watchBoard(page);
    const player = new Player(page);
    await player.playSome(3);
    await page.getByRole("button", { name: "Hint" }).click();
    await expect(page.locator(".hints li").first()).toBeVisible();
    await player.playSome(IS_LONG ? 22 : 12);
    expect(player.steps).toBeGreaterThan(IS_LONG ? 20 : 10);
    // While a combo is picked the column is unfolded and takes some of the room.
    expect(await boards()).toHaveLength(2);
  });
}

test("a region is explained beside it, on the map and not on the combos, by mouse and by key", async ({
  page,
}) => {
  await choose(page, { speed: "off" });
  await page.goto(`/t/${await openTable(page, { position: CONQUEST })}`);
  const card = page.locator(".inspector.sheet-of-paper");
  // The first that a page hears of a mouse is where it rests.
  await page.locator("header").hover();
  for (const number of [1, 7, 23]) {
    const region = page.locator(`g.region[data-region='${number}']`);
    await region.hover();
    await expect(card).toContainText(`(${number})`);
    const [own, shape, map] = await Promise.all(
      [card, region, page.locator("main")].map((each) => each.boundingBox()),
    );
    if (!own || !shape || !map) throw new Error("nothing is drawn");
    const isBeside =
      own.x >= shape.x + shape.width ||
      own.x + own.width <= shape.x ||
      own.y >= shape.y + shape.height ||
      own.y + own.height <= shape.y;
    expect(isBeside).toBe(true);
    expect(own.x).toBeGreaterThanOrEqual(map.x);
    expect(own.x + own.width).toBeLessThanOrEqual(map.x + map.width);
  }
  await page.locator("header").hover();
  await expect(card).toBeHidden();
  await page.keyboard.press("n");
  await expect(card).toBeVisible();
});

test("on a window that becomes small no panel lies on the map", async ({ page }) => {
  await choose(page, { speed: "off" });
  await page.goto(`/t/${await openTable(page, { position: CONQUEST })}`);
  await expect(page.locator(".log")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(page.getByRole("button", { name: "Log" })).toHaveAttribute("aria-expanded", "false");
  await expect(page.locator(".log")).toBeHidden();
});

test("with a hint open regions still explain themselves, and Escape closes the hint and not the log", async ({
  page,
}) => {
  await choose(page, { speed: "off" });
  await page.goto(`/t/${await openTable(page, { position: CONQUEST })}`);
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.locator(".hints")).toBeVisible();
  await page.locator("g.region[data-region='2']").hover();
  const card = page.locator(".inspector.sheet-of-paper");
  await expect(card).toContainText("Humming Meadow (2)");
  // Nothing lies on the card, though the card itself lets clicks through.
  const isOnTop = await card.evaluate((element) => {
    element.style.pointerEvents = "auto";
    const { left, top, width, height } = element.getBoundingClientRect();
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    return found !== null && element.contains(found);
  });
  expect(isOnTop).toBe(true);
  await page.keyboard.press("Escape");
  await expect(page.locator(".hints")).toBeHidden();
  await expect(page.locator(".log")).toBeVisible();
});
