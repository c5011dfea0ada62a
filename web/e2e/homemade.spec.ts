import type { Page } from "@playwright/test";
import { complaints } from "./axe";
import { add, DEVICES, isFine, newRace, openedMap, paintMap, PHONE, REGIONS, row } from "./homemade";
import { IS_LONG } from "./long";
import { Player } from "./player";
import { expect, test } from "./server";
import { choose } from "./tables";

const RACE = "Bog Bankers";
const MAP = "twenty-fields";
/** So few races of the box stay in the game that all combos lie open, and the own race among them. */
const RACES_OF_THE_BOX = 5;

/** A race with three traits that nobody in the box has, kept on the device. */
async function makeRace(page: Page): Promise<void> {
  await newRace(page);
  await page.getByLabel("Name").first().fill(RACE);
  await add(page, "two steps", "leaps");
  await add(page, "conquered turn lost tribe", "coins.conquest.WHO");
  await row(page, "coins.conquest.tribe").getByLabel("How many").fill("2");
  await add(page, "in hand again", "may", "second wave");
  await expect(page.getByText("This can be played.")).toBeVisible();
  await expect(page.locator("[data-row]")).toHaveCount(3);
  await expect(page.locator(".verdict").getByText(RACE).first()).toBeVisible();
  await page.getByRole("button", { name: "Keep on this device" }).click();
  await expect(page.getByRole("button", { name: `Open ${RACE}` })).toBeVisible();
}

async function makeMap(page: Page): Promise<void> {
  await paintMap(page, await openedMap(page));
  await page.getByLabel("Name of the map").fill(MAP);
  if (!IS_LONG) await page.getByLabel("Game turns").fill("2");
  await page.getByLabel("Game turns").press("Tab");
  await isFine(page);
  await page.getByRole("button", { name: "Keep on this device" }).click();
  await expect(page.getByRole("button", { name: `Open ${MAP}` })).toBeVisible();
  await expect(page.getByText("It is on your shelf.").first()).toBeVisible();
}

/** Choose both for a game against a computer, and begin it. */
async function begin(page: Page): Promise<void> {
  await page.goto("/new");
  await page.getByText("More options").click();
  const shelf = page.getByRole("group", { name: "From your shelf" });
  await shelf.getByRole("checkbox", { name: RACE }).check();
  await shelf.getByRole("checkbox", { name: MAP }).check();
  // The map says for how many it is.
  await expect(page.getByLabel("Map", { exact: true })).toHaveValue(MAP);
  await expect(page.getByLabel("Who takes seat 3")).toHaveCount(0);
  await page.getByLabel("Who takes seat 2").selectOption("easy");
  await page
    .getByRole("group", { name: "Who begins" })
    .getByRole("radio", { name: "You" })
    .check({ force: true });
  const races = page.getByRole("group", { name: "Races", exact: true }).getByRole("checkbox");
  // The race whose tokens are borrowed is out of the game already.
  await expect(races.and(page.locator("[value=ratmen]"))).toHaveCount(0);
  for (const box of (await races.all()).slice(RACES_OF_THE_BOX)) await box.check();
  expect(await complaints(page, "new game")).toEqual([]);
  await page.getByRole("button", { name: "Start the game" }).click();
  await expect(page).toHaveURL(/\/t\//);
}

for (const [device, use] of DEVICES) {
  test.describe(`on ${device}`, () => {
    test.use(use);

    test("an own race plays on an own map to the end, and others see both by a link", async ({
      page,
      browser,
      baseURL,
    }) => {
      await choose(page, { speed: "off", confirmEnd: false, confirmRoll: false, name: "Ann" });
      await makeRace(page);
      await makeMap(page);
      await begin(page);
      await expect(page.locator("g.region")).toHaveCount(REGIONS);
      await page.locator("button.combo.pickable", { hasText: RACE }).click();
      await page.locator("[data-action=':confirm']:enabled").click();
      const player = new Player(page);
      await player.playToTheEnd();
      await expect(player.ending.getByRole("listitem")).toHaveCount(2);
      expect(await complaints(page, "the end")).toEqual([]);

      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.getByRole("button", { name: "Share the result" }).click();
      const link = await page.evaluate(() => navigator.clipboard.readText());
      const context = await browser.newContext({ ...use, baseURL: baseURL ?? "" });
      const friend = await context.newPage();
      await friend.goto(link);
      await friend.getByRole("button", { name: "Look at the board" }).click();
      await expect(friend.locator("g.region")).toHaveCount(REGIONS);
      if (use === PHONE) await friend.getByRole("button", { name: "Log", exact: true }).click();
      await expect(friend.locator(".log")).toContainText(RACE);
      await context.close();
    });
  });
}
