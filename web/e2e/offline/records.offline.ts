/** Records of games that are not over, and games of which only the last position can be read: they are played on. */
import type { Page } from "@playwright/test";
import { complaints } from "../axe";
import { Player } from "../player";
import { giveRecord, savedRecord } from "../records";
import { choose } from "../tables";
import { board, LOCAL_TABLE, MINUTE, playNow } from "./localGame";
import { storedRows } from "./rows";
import { expect, test } from "./staticSite";

/** Another text for the row that was stored last. */
async function writeLastRow(page: Page, text: string): Promise<void> {
  await page.evaluate(
    (written) =>
      new Promise<void>((resolve, reject) => {
        const opened = indexedDB.open("elbowroom");
        opened.onerror = () => reject(opened.error ?? new Error("not opened"));
        opened.onsuccess = () => {
          const change = opened.result.transaction("rows", "readwrite");
          const newest = change.objectStore("rows").openCursor(null, "prev");
          newest.onsuccess = () => newest.result?.update({ ...newest.result.value, text: written });
          change.oncomplete = () => {
            opened.result.close();
            resolve();
          };
        };
      }),
    text,
  );
}

for (const { what, row, says } of [
  { what: "is damaged", row: "nonsense", says: "What is stored of this game is damaged" },
  {
    what: "is of a newer version",
    row: JSON.stringify({ seq: 1, at: 1, entry: { kind: "not invented yet" } }),
    says: "This game was last played with a newer version",
  },
]) {
  test(`a stored game that ${what} says so, and is played on from its last position`, async ({ page }) => {
    await choose(page, { speed: "off" });
    await page.goto("");
    const address = await playNow(page);
    await new Player(page).playSome(8);
    await page.goto("#/");
    await writeLastRow(page, row);
    const before = await storedRows(page);
    await page.goto("about:blank");
    await page.goto(address);
    await expect(page.getByText(says).first()).toBeVisible({ timeout: MINUTE });
    const record = await savedRecord(page);
    expect(record).toContain("# begun elsewhere 0");
    expect(await complaints(page, what)).toEqual([]);
    await page.getByRole("button", { name: "Play on here, on this device" }).click();
    await expect(board(page)).toBeVisible({ timeout: MINUTE });
    await expect(page).toHaveURL(LOCAL_TABLE);
    expect(page.url()).not.toBe(address);
    await new Player(page).playSome(3);
    const after = await storedRows(page);
    expect(after.filter(({ table }) => address.endsWith(table))).toEqual(before);
    await page.goto("#/games");
    await expect(page.getByText("Begun elsewhere").first()).toBeVisible();
  });
}

test("the record of an unfinished game is looked at, and played on", async ({ page }) => {
  await choose(page, { speed: "off" });
  await page.goto("");
  await playNow(page);
  await new Player(page).playSome(8);
  await page.getByRole("button", { name: "Menu of the table" }).click();
  await expect(page.getByText("With this file the game can go on at a server")).toBeVisible();
  const record = await savedRecord(page);

  await page.goto("#/games");
  await giveRecord(page, record);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(page.getByRole("slider", { name: "Moment" })).toBeVisible({ timeout: MINUTE });
  await page.getByRole("link", { name: "Back to the game" }).click();
  await expect(page.getByText("This game is not over.")).toBeVisible();
  expect(await complaints(page, "a record")).toEqual([]);
  await page.getByRole("button", { name: "Play on here, on this device" }).click();
  await expect(board(page)).toBeVisible({ timeout: MINUTE });
  await new Player(page).playSome(3);

  // Also at once, without a look at it.
  await page.goto("#/games");
  await giveRecord(page, record);
  await page.getByRole("button", { name: "Play on here, on this device" }).click();
  await expect(page).toHaveURL(LOCAL_TABLE);
  await expect(board(page)).toBeVisible({ timeout: MINUTE });
});
