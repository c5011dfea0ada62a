/** Games on this device, as tests begin and find them, on a static site and on a server. */
import type { Locator, Page } from "@playwright/test";
import { expect } from "./staticSite";

/** The address of a table on this device. */
export const LOCAL_TABLE = /\/local\//;
/** The engine may have to be loaded first. */
export const MINUTE = 60_000;

export const board = (page: Page): Locator => page.locator("g.region").first();

/** Begin a game from the home page, which is open. */
export async function playNow(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Play now" }).click();
  await expect(page).toHaveURL(LOCAL_TABLE, { timeout: MINUTE });
  await expect(board(page)).toBeVisible({ timeout: MINUTE });
  return page.url();
}

/** The menu of the table that is open. */
export async function openMenu(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Menu of the table" }).click();
  return page.getByRole("dialog");
}
