/** Records of games as people save them and bring them back. */
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";

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
