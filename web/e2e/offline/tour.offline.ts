/** Everything that a game offers, from plain files alone. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "@playwright/test";
import { add, newRace, row } from "../homemade";
import { take, type Lesson } from "../lessons";
import { Player } from "../player";
import { giveRecord, savedRecord } from "../records";
import { choose } from "../tables";
import { board, LOCAL_TABLE, MINUTE, openMenu, playNow } from "./localGame";
import { expect, test } from "./staticSite";

/** Everybody's coins in a ranking; names are written without spaces in records. */
async function coinsIn(ranking: Locator): Promise<string[]> {
  return [...(await ranking.innerText()).matchAll(/\d+ victory coins?/g)].map(([coins]) => coins);
}

test.beforeEach(async ({ page }) => {
  await choose(page, { speed: "off", confirmEnd: false, confirmRoll: false, level: "gentle" });
});

test("hint, undo, log, replay, two games side by side, the end with graphs, record and rematch", async ({
  page,
}) => {
  test.setTimeout(10 * MINUTE);
  const player = new Player(page);
  const prompt = page.locator("section.bar h2");
  const moment = page.getByRole("slider", { name: "Moment" });
  await page.goto("");
  const first = await playNow(page);

  await test.step("a hint", async () => {
    await page.getByRole("button", { name: "Hint" }).click();
    await expect(page.locator(".hints li").first()).toBeVisible({ timeout: MINUTE });
    await page.keyboard.press("Escape");
    await expect(page.locator(".hints")).toBeHidden();
  });

  await test.step("a conquest is undone", async () => {
    await player.playSome(1);
    await expect(page.locator("g.region.target").first()).toBeVisible();
    const before = await prompt.innerText();
    await player.playSome(1);
    await expect(prompt).not.toHaveText(before);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(prompt).toHaveText(before);
  });

  await test.step("the log tells turns", async () => {
    const turns = page.locator(".log section");
    while ((await turns.count()) < 4) await player.step();
    await turns.nth(1).getByRole("button").click();
    await expect(turns.nth(1).locator("li").filter({ hasText: "picks" })).toHaveCount(1);
  });

  await test.step("a look back at a game that runs", async () => {
    await (await openMenu(page)).getByRole("link", { name: "Look back at the game" }).click();
    await expect(moment).toBeVisible({ timeout: MINUTE });
    await moment.fill("1");
    await expect(page).toHaveURL(/\?at=\d+$/);
    await page.getByRole("link", { name: "Back to the game" }).click();
    await expect(page).toHaveURL(first);
  });

  await test.step("a second game beside it", async () => {
    await page.goto("#/");
    const second = await playNow(page);
    expect(second).not.toBe(first);
    await player.playSome(2);
    await page.goto("#/games");
    await expect(page.getByRole("link", { name: /^Continue/ })).toHaveCount(2);
    await page.goto(first);
    await expect(board(page)).toBeVisible({ timeout: MINUTE });
  });

  await test.step("the end with graphs", async () => {
    await player.playToTheEnd();
    await expect(player.ending.getByRole("listitem")).toHaveCount(2);
    for (const [tab, shown] of [
      ["Coins by turn", "svg[role=img] path.line"],
      ["Where they came from", "figure svg[role=img]"],
      ["Who held what", "td.held"],
      ["Highlights", "li a"],
    ] as const) {
      await page.getByRole("tab", { name: tab }).click();
      await expect(page.getByRole("tabpanel", { name: tab }).locator(shown).first()).toBeVisible();
    }
  });
  const coins = await coinsIn(player.ending);

  const record = await test.step("the record is saved", () => savedRecord(page));

  await test.step("the game is seen again", async () => {
    await page.getByRole("link", { name: "Watch it again" }).click();
    await expect(moment).toBeVisible({ timeout: MINUTE });
    await page.getByRole("link", { name: "Back to the game" }).click();
    await expect(player.ending).toBeVisible();
  });

  await test.step("a rematch", async () => {
    await page.getByRole("button", { name: "Play again" }).click();
    await expect(page).not.toHaveURL(first);
    await expect(page).toHaveURL(LOCAL_TABLE);
    await expect(board(page)).toBeVisible({ timeout: MINUTE });
    await player.playSome(2);
  });

  await test.step("the record is read again", async () => {
    await page.goto("#/games");
    await giveRecord(page, record);
    await page.getByRole("button", { name: "Play on here, on this device" }).click();
    await expect(page.getByText("This game is over. You can look at it, but not play on.")).toBeVisible();
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await expect(moment).toBeVisible({ timeout: MINUTE });
    await page.getByRole("link", { name: "Back to the game" }).click();
    await expect(player.ending).toBeVisible();
    expect(coins.length).toBe(2);
    expect(await coinsIn(player.ending)).toEqual(coins);
  });
});

test("a lesson is taken, and its table is put away afterwards", async ({ page, site }) => {
  const [lesson] = JSON.parse(await readFile(join(site.folder, "data/lessons.json"), "utf8")) as [Lesson];
  await page.goto(`#/learn/${lesson.id}`);
  await expect(board(page)).toBeVisible({ timeout: MINUTE });
  await take(page, lesson);
  await expect(
    page.locator("dialog[open]").getByRole("button", { name: "Play a gentle game now" }),
  ).toBeVisible();
  await page.goto("#/games");
  await expect(page.getByRole("link", { name: /^Continue/ })).toHaveCount(0);
});

test("the workshop checks what one makes, says what is wrong, and tries it", async ({ page }) => {
  test.setTimeout(5 * MINUTE);
  await newRace(page, "#/workshop");
  await page.getByLabel("Name").first().fill("Bog Bankers");
  await add(page, "bonus coin", "coins.PLACE");
  await row(page, "coins.hill").getByLabel("How many").fill("20");
  await expect(row(page, "coins.hill")).toContainText("20 is not between 1 and 10");
  await row(page, "coins.hill").getByLabel("How many").fill("2");
  await expect(page.getByText("This can be played.")).toBeVisible();
  await page.getByRole("button", { name: "Try it" }).click();
  await expect(page).toHaveURL(LOCAL_TABLE, { timeout: MINUTE });
  await expect(page).toHaveTitle(/Trial: Bog Bankers/);
  await expect(board(page)).toBeVisible({ timeout: MINUTE });
});
