/** Games on this device, as tests begin and find them, on a static site and on a server. */
import { readFile } from "node:fs/promises";
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

/** Download the record by the button for it. */
export async function savedRecord(page: Page): Promise<string> {
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download the record" }).click();
  return readFile(await (await waiting).path(), "utf8");
}

/** Give a record to the form for records, which is open, as a file. */
export async function giveRecord(page: Page, record: string): Promise<void> {
  const buffer = Buffer.from(record);
  await page.getByLabel("File").setInputFiles({ name: "game.elbowroom", mimeType: "text/plain", buffer });
  await expect(page.getByRole("textbox", { name: "Record" })).toHaveValue(record);
}
