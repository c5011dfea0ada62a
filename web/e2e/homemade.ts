/** Races and maps as somebody makes them by clicking: what tests do in the workshop and in the map editor. */
import type { Locator, Page } from "@playwright/test";
import { expect } from "./server";

export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
export const DEVICES = [
  ["a desktop", {}],
  ["a phone", PHONE],
] as const;

const LAND = ["Farmland", "Forest", "Hill", "Swamp", "Mountain"];
const COLUMNS = 5;
const ROWS = 4;
/** How many regions `paintMap` paints. */
export const REGIONS = COLUMNS * ROWS;

export const offer = (page: Page, key: string, word = ""): Locator =>
  page.locator(`[data-offer="${key} ${word}"]`).first();

export const row = (page: Page, path: string, at = 0): Locator => page.locator(`[data-row="${path} ${at}"]`);

export async function newRace(page: Page, workshop = "/workshop"): Promise<void> {
  await page.goto(workshop);
  await page.getByRole("button", { name: "Add a race" }).click();
  await expect(page.getByText("This can be played.")).toBeVisible();
}

/** Write the text by hand, and go back to the form. */
export async function writeText(page: Page, text: string): Promise<void> {
  const view = page.getByRole("group", { name: "How to write" });
  await view.getByText("Text").click();
  await page.locator(".editor textarea").fill(text);
  await view.getByText("Form").click();
}

/** Look for a trait by some words, and take it. */
export async function add(page: Page, words: string, key: string, word = ""): Promise<void> {
  await page.getByRole("searchbox", { name: "Find an ability" }).fill(words);
  await offer(page, key, word).click();
}

/** Open the map editor. */
export async function openedMap(page: Page, address = "/maps"): Promise<Locator> {
  await page.goto(address);
  const map = page.getByRole("application");
  await expect(map).toBeVisible();
  return map;
}

export const isFine = (page: Page): Promise<void> =>
  expect(page.getByText("Yes, this map can be played.")).toBeVisible();

/** Choose one of a group, as a tool or a terrain. */
export async function take(page: Page, group: string, name: string): Promise<void> {
  await page
    .getByRole("group", { name: group, exact: true })
    .getByRole("radio", { name, exact: true })
    .check();
}

/** A place of the map in the window, by shares of its width and height. */
export async function placeOn(map: Locator, x: number, y: number): Promise<{ x: number; y: number }> {
  const box = await map.boundingBox();
  if (box === null) throw new Error("there is no map");
  return { x: box.x + box.width * x, y: box.y + box.height * y };
}

export async function tap(page: Page, map: Locator, x: number, y: number): Promise<void> {
  await map.scrollIntoViewIfNeeded();
  const place = await placeOn(map, x, y);
  await page.mouse.click(place.x, place.y);
}

/** Paint twenty regions with a tap each, a lake in the middle and a sea in a corner, and fill what is left. */
export async function paintMap(page: Page, map: Locator): Promise<void> {
  await take(page, "Tool", "New region");
  await take(page, "Brush, in cells", "19");
  for (let row = 0; row < ROWS; row += 1) {
    for (let column = 0; column < COLUMNS; column += 1) {
      const isSea = row === 0 && column === 0;
      const isLake = row === 2 && column === 2;
      const terrain = isSea ? "Sea" : isLake ? "Lake" : (LAND[(column + 2 * row) % LAND.length] ?? "");
      await take(page, "Terrain of new regions", terrain);
      await tap(page, map, (column + 0.5) / COLUMNS, (row + 0.5) / ROWS);
    }
  }
  await page.getByRole("button", { name: "Tidy up" }).click();
}
