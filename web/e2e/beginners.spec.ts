import type { Locator, Page } from "@playwright/test";
import { Player } from "./player";
import { expect, test } from "./server";
import { choose, openTable } from "./tables";

const HEAD = "map 2-players\nplayers Ann Bob\n";
const PICK = `${HEAD}turn Ann pick`;
/** The last turn of a game that Ann wins. */
const WON = `${HEAD}game-turn 10
first Bob
coins Ann 80, Bob 60
Bob Hill Orcs : 12 2, 13 1
Ann Flying Trolls, 2 in hand : 3 1
turn Ann conquer, acted`;
const PHONE = { width: 390, height: 844 };

/** What was done on this device before. */
async function remember(page: Page, experience: Record<string, unknown>): Promise<void> {
  await page.addInitScript((kept) => {
    const before = localStorage.getItem("elbowroom.experience");
    if (before === null) localStorage.setItem("elbowroom.experience", JSON.stringify(kept));
  }, experience);
}

/** End the last turn, and with it the game. */
async function endGame(page: Page): Promise<void> {
  await page.goto(`/t/${await openTable(page, { position: WON, computers: ["gentle"] })}`);
  await page.locator("[data-action=end]").click();
}

async function boxOf(part: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await part.boundingBox();
  if (box === null) throw new Error("it is not drawn");
  return box;
}

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await boxOf(one), await boxOf(other)];
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

test.beforeEach(async ({ page }) => {
  await choose(page, { speed: "off", name: "Ann", confirmEnd: false, confirmRoll: false });
});

test("who is new here plays the gentle level, and is led into the first lesson", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("radio", { name: "Gentle" })).toBeChecked();
  await expect(page.getByText("Made for first games")).toBeVisible();
  const [first] = (await (await page.request.get("/api/lessons")).json()) as { id: string }[];
  const lesson = page.getByRole("link", { name: "New here? Three minutes" });
  await expect(lesson).toHaveAttribute("href", `/learn/${first?.id ?? ""}`);
  await lesson.click();
  await expect(page.locator(".coach")).toBeVisible();
});

test("who has finished the first lesson or won a game is not new any more", async ({ page }) => {
  await remember(page, { wins: { gentle: 1 } });
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Play now" })).toBeVisible();
  await expect(page.getByRole("link", { name: "New here?" })).toHaveCount(0);
});

test("what to expect of a level is said wherever it is chosen", async ({ page }) => {
  await page.goto("/");
  await page.getByText("Expert", { exact: true }).click();
  await expect(page.getByText("Bring a snack")).toBeVisible();
  await page.getByRole("button", { name: "Play on this device" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("1", { exact: true }).click();
  await expect(dialog.getByText("Bring a snack")).toBeVisible();
  await page.goto("/new");
  await page.getByLabel("Who takes seat 2").selectOption("hard");
  await expect(page.getByText("Also thinks about your reply")).toBeVisible();
  await page.goto(`/t/${await openTable(page, { computers: [] })}`);
  await expect(page.getByText("Bring a snack")).toBeVisible();
});

test("the last board stays until one wants the result, which can be put aside again", async ({ page }) => {
  await endGame(page);
  const result = page.getByRole("button", { name: "Show the result" });
  await expect(result).toBeVisible();
  await expect(result).toBeFocused();
  await expect(page.locator("g.region").first()).toBeVisible();
  expect(await overlap(result, page.locator(".board"))).toBe(false);
  const player = new Player(page);
  await expect(player.ending).toHaveCount(0);
  await result.click();
  await expect(player.ending).toBeVisible();
  await page.getByRole("button", { name: "Look at the board" }).click();
  await expect(page.locator("g.region").first()).toBeVisible();
  await result.click();
  await expect(player.ending).toBeVisible();
  // Who comes later only wants to look it up.
  await page.reload();
  await expect(player.ending).toBeVisible();
});

test("after two wins the next level is offered, and one tap plays it", async ({ page }) => {
  await remember(page, { wins: { gentle: 1 } });
  await endGame(page);
  await page.getByRole("button", { name: "Show the result" }).click();
  await expect(page.getByText("You have won twice at Gentle. How about Easy?")).toBeVisible();
  await expect(page.getByText("beats most beginners")).toBeVisible();
  await expect(page.locator(".ending .primary")).toHaveText(["Play again"]);
  await page.getByRole("button", { name: "Play a game at Easy" }).click();
  await expect(page.getByText("Computer, Easy").first()).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("radio", { name: "Easy" })).toBeChecked();
  await expect(page.getByText("How about")).toHaveCount(0);
});

test("one win is too early, and looking at it again is not another one", async ({ page }) => {
  await endGame(page);
  await page.getByRole("button", { name: "Show the result" }).click();
  await expect(page.getByRole("heading", { name: "You win!" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "You win!" })).toBeVisible();
  await expect(page.getByText("How about")).toHaveCount(0);
});

test("the next level is offered on the home page too, taken with one tap or refused for good", async ({
  page,
}) => {
  await remember(page, { wins: { gentle: 2, easy: 3 } });
  await page.goto("/");
  await page.getByRole("button", { name: "Choose Easy" }).click();
  await expect(page.getByRole("radio", { name: "Easy" })).toBeChecked();
  await expect(page.getByText("You have won 3 times at Easy. How about Normal?")).toBeVisible();
  await page.getByRole("button", { name: "Stay at Easy" }).click();
  await expect(page.getByText("How about")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Play now" })).toBeFocused();
  await page.reload();
  await expect(page.getByRole("radio", { name: "Easy" })).toBeChecked();
  await expect(page.getByText("How about")).toHaveCount(0);
});

test("on a small phone, in the language with the longer words, levels are one row and Play now is in sight", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await choose(page, { language: "de" });
  await page.goto("/");
  const levels = page.getByRole("group", { name: "Stufe" }).locator("label");
  await expect(levels).toHaveCount(5);
  const tops = await levels.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  const play = await boxOf(page.getByRole("button", { name: "Jetzt spielen" }));
  expect(play.y + play.height).toBeLessThanOrEqual(740);
});

test("what is missing is said below its field, in the language of the page", async ({ page }) => {
  await choose(page, { language: "de" });
  await page.goto("/");
  await page.getByRole("textbox").fill("");
  await page.getByRole("button", { name: "Jetzt spielen" }).click();
  await expect(page.getByRole("alert").getByText("Bitte gib einen Namen ein.")).toBeVisible();
  await expect(page.getByRole("textbox")).toBeFocused();
  await page.getByRole("textbox").fill("Ann");
  await expect(page.getByText("Bitte gib einen Namen ein.")).toHaveCount(0);
  await page.goto("/join");
  await page.getByRole("button", { name: "Zum Tisch" }).click();
  await expect(page.getByText("Bitte gib den Code ein")).toBeVisible();
});

for (const size of [{ width: 1280, height: 800 }, PHONE, { width: 844, height: 390 }]) {
  test(`a first game is accompanied, beside the map, at ${size.width} x ${size.height}`, async ({ page }) => {
    await page.setViewportSize(size);
    await choose(page, { tips: true });
    await page.goto(`/t/${await openTable(page, { position: PICK })}`);
    const tip = page.getByRole("region", { name: "Good to know" });
    await expect(tip).toContainText("Each combo is a race with a special power.");
    expect(await overlap(tip, page.locator(".board"))).toBe(false);
    const heard = page.locator("[aria-live]").getByText("Each combo is a race with a special power.");
    await expect(heard).toHaveCount(1);
    const player = new Player(page);
    await player.playSome(1);
    await expect(tip).toContainText("A new race enters at the edge of the board.");
    expect(await overlap(tip, page.locator(".board"))).toBe(false);
    // What one decides with stays in reach.
    await expect(page.locator("[data-action=end]")).toBeVisible();
    await tip.getByRole("button", { name: "Got it" }).click();
    await expect(tip).toHaveCount(0);
    await player.playSome(1);
    await expect(tip).toContainText("From now on each region must be adjacent to one you hold.");
    await page.reload();
    await expect(page.locator("g.region.target").first()).toBeVisible();
    await expect(tip).toHaveCount(0);
  });
}

test("tips can be switched off for good", async ({ page }) => {
  await choose(page, { tips: true });
  const table = await openTable(page, { position: PICK });
  await page.goto(`/t/${table}`);
  const tip = page.getByRole("region", { name: "Good to know" });
  await tip.getByRole("button", { name: "No more tips" }).click();
  await expect(tip).toHaveCount(0);
  await new Player(page).playSome(1);
  await expect(page.locator("g.region.target").first()).toBeVisible();
  await expect(tip).toHaveCount(0);
});

test("who switches tips on in the settings is told all of them once more", async ({ page }) => {
  await remember(page, { tips: ["pick"] });
  await page.goto("/settings");
  await page.getByRole("checkbox", { name: "Explain new decisions" }).check();
  await page.goto(`/t/${await openTable(page, { position: PICK })}`);
  await expect(page.getByRole("region", { name: "Good to know" })).toContainText("Each combo is a race");
});

test("the text view is accompanied too", async ({ page }) => {
  await choose(page, { tips: true, textView: true });
  await page.goto(`/t/${await openTable(page, { position: PICK })}`);
  await expect(page.getByRole("region", { name: "Good to know" })).toContainText("Each combo is a race");
});

test("a lesson frames the very combo or button that it asks for", async ({ page }) => {
  await page.goto("/learn/start");
  await expect(page.locator(".coach")).toBeVisible();
  const outlines = await page
    .locator("[data-slot]")
    .evaluateAll((all) => all.map((each) => getComputedStyle(each).outlineStyle));
  expect(outlines).toEqual(["none", "solid", "none", "none", "none", "none"]);
  await expect(page.locator(".combos").first()).toHaveCSS("outline-style", "none");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.locator("button.combo").nth(1).click();
  const rules = page.locator(".corner.about");
  await expect(rules).toBeInViewport({ ratio: 1 });
  expect((await boxOf(rules)).height).toBeGreaterThan(200);
  await page.goto("/learn/decline");
  await expect(page.locator("[data-action=decline]")).toHaveCSS("outline-style", "solid");
  await expect(page.locator(".dock .buttons")).toHaveCSS("outline-style", "none");
});
