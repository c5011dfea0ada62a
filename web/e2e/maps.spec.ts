import type { Page } from "@playwright/test";
import { readFile } from "node:fs/promises";
import { complaints } from "./axe";
import { DEVICES, isFine, openedMap, paintMap, PHONE, placeOn, REGIONS, take, tap } from "./homemade";
import { IS_LONG } from "./long";
import { Player } from "./player";
import { expect, test } from "./server";
import { choose } from "./tables";

test.beforeEach(async ({ page }) => {
  await choose(page, { speed: "off", confirmEnd: false, confirmRoll: false, name: "Ann" });
});

async function playOn(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Play it now" }).click();
  await expect(page).toHaveURL(/\/t\//);
  await expect(page.locator("g.region")).toHaveCount(REGIONS);
  const player = new Player(page);
  while (!(await player.isDone)) await player.step();
  await expect(player.ending.getByRole("listitem")).toHaveCount(2);
}

for (const [device, use] of DEVICES) {
  test.describe(`on ${device}`, () => {
    test.use(use);

    test("a map is painted by tapping, and a game is played on it against a computer", async ({ page }) => {
      const map = await openedMap(page);
      await paintMap(page, map);
      await isFine(page);
      await page.getByLabel("Name of the map").fill("Twenty fields");
      if (!IS_LONG) await page.getByLabel("Game turns").fill("2");
      await page.getByLabel("Game turns").press("Tab");
      await isFine(page);
      await playOn(page);
    });

    test("a map is shared by a link that holds all of it", async ({ page, browser, baseURL }) => {
      const map = await openedMap(page);
      await paintMap(page, map);
      await isFine(page);
      await page.getByRole("button", { name: "Share by link" }).click();
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.getByRole("button", { name: "Copy the link" }).click();
      const link = await page.evaluate(() => navigator.clipboard.readText());
      const context = await browser.newContext({ ...use, baseURL: baseURL ?? "" });
      const friend = await context.newPage();
      await openedMap(friend, link);
      await expect(friend.getByText("Somebody shared this with you.")).toBeVisible();
      await isFine(friend);
      await expect(friend.locator("path.ground")).toHaveCount(REGIONS);
      await context.close();
    });

    test("nothing is wider than the screen, and axe has nothing to say by day or night", async ({ page }) => {
      for (const theme of ["light", "dark"] as const) {
        await choose(page, { theme });
        await openedMap(page);
        await page.getByRole("button", { name: "The map for 2 players" }).click();
        await isFine(page);
        await tap(page, page.getByRole("application"), 0.5, 0.5);
        await expect(page.getByRole("button", { name: "Erase this region" })).toBeVisible();
        expect(await complaints(page, theme)).toEqual([]);
        const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(width).toBeLessThanOrEqual(0);
      }
    });
  });
}

test("a wrong number or name is told beside its field, and a map may be called anything", async ({
  page,
}) => {
  await openedMap(page);
  await page.getByRole("button", { name: "A random map" }).click();
  await isFine(page);
  const [turns, name] = [page.getByLabel("Game turns"), page.getByLabel("Name of the map")];
  for (const wrong of ["3.5", "0", ""]) {
    await turns.fill(wrong);
    await turns.press("Tab");
    await expect(turns).toHaveAccessibleDescription(/whole number from 1 to 20.*stays at 10/);
  }
  await name.fill("Rock & Roll!");
  await name.press("Tab");
  await expect(turns).toHaveAttribute("aria-invalid", "true");
  await name.fill("  ");
  await name.press("Tab");
  await expect(name).toHaveAccessibleDescription(/name with a letter.*“Rock & Roll!”/);
  await turns.fill("3");
  await turns.press("Tab");
  await expect(turns).toHaveAttribute("aria-invalid", "false");
  await isFine(page);
  await page.getByRole("button", { name: "Keep on this device" }).click();
  await expect(page.getByText("It is on your shelf.").first()).toBeVisible();
  await page.goto("/new");
  await page.getByText("More options").click();
  await page.getByRole("checkbox", { name: "Rock & Roll!" }).check();
  await expect(page.getByLabel("Map", { exact: true })).toHaveValue("rock-roll");
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page.getByText("Map: Rock & Roll!")).toBeVisible();
});

test("an unfinished map is saved as a file and opened again, and one is led to its holes", async ({
  page,
}) => {
  const map = await openedMap(page);
  await page.getByRole("button", { name: "A random map" }).click();
  await isFine(page);
  await take(page, "Tool", "Erase");
  await tap(page, map, 0.2, 0.2);
  await tap(page, map, 0.8, 0.8);
  await page.getByRole("button", { name: "Hole 2" }).click();
  await expect(page.locator("path.around")).toHaveCount(2);
  await expect(map).toBeFocused();
  await expect(page.getByRole("log")).toContainText(/Row \d+, cell \d+: empty/);
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as a file" }).click();
  const file = await saving;
  await expect(page.getByText("saved unfinished").first()).toBeVisible();
  const buffer = await readFile(await file.path());
  await page.getByRole("button", { name: "An empty grid" }).click();
  await expect(page.locator("path.ground")).toHaveCount(0);
  const upload = { name: file.suggestedFilename(), mimeType: "application/json", buffer };
  await page.locator("input[type=file]").setInputFiles(upload);
  await expect(page.getByText("cells without a region: 14")).toBeVisible();
  await page.getByRole("button", { name: "Tidy up" }).click();
  await isFine(page);
});

test("several texts in a link to a new table are each taken for themselves", async ({ page }) => {
  const race = '[race.moles]\ntokens = 5\ntokens_of = "orcs"\n';
  const map = JSON.stringify({
    id: "strip",
    players: 2,
    game_turns: 3,
    regions: [1, 2, 3].map((id) => ({
      id,
      terrain: "hill",
      edge: true,
      neighbors: [id - 1, id + 1].filter((other) => other >= 1 && other <= 3),
    })),
  });
  await page.goto(
    `/new?${new URLSearchParams([
      ["content", race],
      ["content", map],
    ]).toString()}`,
  );
  await expect(page.getByRole("textbox", { name: "Races, powers and maps of your own" })).toHaveCount(2);
  await expect(page.getByLabel("Map", { exact: true })).toHaveValue("strip");
});

test("what is wrong is told in words as one paints, and the region is marked", async ({ page }) => {
  const map = await openedMap(page);
  await take(page, "Tool", "New region");
  await tap(page, map, 0.3, 0.5);
  await expect(page.getByText(/cells without a region: \d+/)).toBeVisible();
  await page.getByRole("button", { name: "Tidy up" }).click();
  await isFine(page);
  await expect(page.getByText("Land regions: 1.", { exact: false })).toBeVisible();
  // A stroke from top to bottom divides the region.
  const [top, bottom] = [await placeOn(map, 0.5, 0.01), await placeOn(map, 0.5, 0.99)];
  await page.mouse.move(top.x, top.y);
  await page.mouse.down();
  await page.mouse.move(bottom.x, bottom.y, { steps: 5 });
  await page.mouse.up();
  await expect(page.getByText("region 1 must be one piece. It has 2.")).toBeVisible();
  await expect(page.locator("path.wrong")).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Play it now" })).toBeDisabled();
  await page.locator(".verdict").getByRole("button", { name: "Region 1" }).click();
  await expect(page.getByRole("heading", { name: "Region 1" })).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await isFine(page);
});

test("with the keyboard alone one paints, and hears what is under the cursor", async ({ page }) => {
  const map = await openedMap(page);
  await take(page, "Brush, in cells", "1");
  await map.focus();
  await page.keyboard.press("ArrowRight");
  const said = page.getByRole("log");
  await expect(said).toContainText(/Row \d+, cell \d+: empty/);
  await page.keyboard.press("Space");
  await expect(said).toContainText(/Region 1, farmland/);
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("n");
  await expect(said).toContainText(/Region 2, farmland/);
  await page.keyboard.press("Delete");
  await expect(page.locator("path.ground")).toHaveCount(1);
  await page.keyboard.press("Control+z");
  await expect(page.locator("path.ground")).toHaveCount(2);
});

test("maps are kept on the device, saved as a file and opened again", async ({ page }) => {
  const map = await openedMap(page);
  await page.getByRole("button", { name: "A random map" }).click();
  await isFine(page);
  await page.getByLabel("Name of the map").fill("chance");
  await page.getByLabel("Name of the map").press("Tab");
  await isFine(page);
  await page.getByRole("button", { name: "Keep on this device" }).click();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as a file" }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe("chance.json");
  const text = await readFile(await file.path(), "utf8");
  const cells = await page.locator("path.ground").first().getAttribute("d");
  await page.getByRole("button", { name: "An empty grid" }).click();
  await expect(page.locator("path.ground")).toHaveCount(0);
  const upload = { name: "chance.json", mimeType: "application/json", buffer: Buffer.from(text) };
  await page.locator("input[type=file]").setInputFiles(upload);
  await isFine(page);
  expect(await page.locator("path.ground").first().getAttribute("d")).toBe(cells);
  await page.getByRole("button", { name: "An empty grid" }).click();
  await page.reload();
  await expect(map).toBeVisible();
  await page.getByRole("button", { name: "Open chance" }).click();
  await isFine(page);
  expect(await page.locator("path.ground").first().getAttribute("d")).toBe(cells);
  // Where a table is opened, it is offered, too.
  await page.goto("/new");
  await page.getByText("More options").click();
  await expect(page.getByRole("checkbox", { name: "chance" })).toBeVisible();
});

test("the board that is shown is that of a game", async ({ page }) => {
  await openedMap(page);
  await page.getByRole("button", { name: "The map for 2 players" }).click();
  await page.getByRole("button", { name: "Show as a board" }).click();
  const board = page.getByRole("img", { name: "The map as it is drawn in a game" });
  await expect(board).toBeVisible();
  await expect.poll(() => board.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Go on painting" }).click();
  await expect(page.getByRole("application")).toBeVisible();
});

test.describe("with fingers", () => {
  test.use(PHONE);

  test("all numbers of players stand in one row", async ({ page }) => {
    await openedMap(page);
    const choice = page.getByRole("group", { name: "Players" }).last();
    const tops = await choice
      .locator("label")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(tops).toHaveLength(4);
    expect(new Set(tops).size).toBe(1);
  });

  test("one paints, two zoom and paint nothing", async ({ page }) => {
    const map = await openedMap(page);
    await map.scrollIntoViewIfNeeded();
    const fingers = await page.context().newCDPSession(page);
    const touch = (type: string, ...points: { x: number; y: number }[]): Promise<unknown> =>
      fingers.send("Input.dispatchTouchEvent", {
        type: type as "touchStart",
        touchPoints: points.map((point, id) => ({ ...point, id })),
      });
    const [left, middle, right] = [
      await placeOn(map, 0.2, 0.5),
      await placeOn(map, 0.5, 0.5),
      await placeOn(map, 0.8, 0.5),
    ];
    await touch("touchStart", left);
    await touch("touchMove", middle);
    await touch("touchEnd");
    await expect(page.locator("path.ground")).toHaveCount(1);
    const before = await page.locator("path.ground").getAttribute("d");
    await touch("touchStart", middle);
    await touch("touchStart", middle, { x: middle.x + 40, y: middle.y });
    await touch("touchMove", left, right);
    await touch("touchEnd");
    await expect(page.getByRole("button", { name: "Show the whole map" })).toBeVisible();
    expect(await page.locator("path.ground").getAttribute("d")).toBe(before);
  });
});
