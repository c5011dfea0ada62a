import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { complaints } from "./axe";
import { add, newRace, offer, row, writeText } from "./homemade";
import { IS_LONG } from "./long";
import { expect, test } from "./server";
import { choose } from "./tables";

interface Offer {
  key: string;
  word: string;
  is_detail: boolean;
}

const LOOKS = [
  { name: "desktop, light", viewport: { width: 1440, height: 900 }, theme: "light" },
  { name: "phone, dark", viewport: { width: 360, height: 740 }, theme: "dark" },
] as const;

/** What the text of the workbench says. */
async function written(page: Page): Promise<string> {
  return page.locator(".editor textarea").inputValue();
}

for (const { name, viewport, theme } of LOOKS)
  test(`a race with three traits is made by clicking and tried: ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: theme });
    await choose(page, { speed: "off" });
    await newRace(page);
    await page.getByLabel("Name").first().fill("Bog Bankers");

    await add(page, "two steps", "leaps");
    await expect(row(page, "leaps")).toContainText("regions two steps away");

    await add(page, "conquered turn lost tribe", "coins.conquest.WHO");
    const coins = row(page, "coins.conquest.tribe");
    await expect(coins.getByLabel("For what")).toBeFocused();
    await coins.getByLabel("For what").selectOption("declined");
    await row(page, "coins.conquest.declined").getByLabel("How many").fill("3");
    await expect(row(page, "coins.conquest.declined")).toContainText("3 bonus coins");

    await add(page, "new tokens each turn tray", "recruits.turn");
    await add(page, "come to hand", "recruits.at");
    await expect(row(page, "recruits.at")).toContainText("come to hand");

    await expect(page.getByText("This can be played.")).toBeVisible();
    expect(await written(page)).toContain("coins.conquest.declined = 3");
    expect(await complaints(page, name)).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(viewport.width);

    await page.getByRole("button", { name: "Try it" }).click();
    await expect(page).toHaveURL(/\/t\//);
    await expect(page.locator("g.region").first()).toBeVisible();
    await expect(page).toHaveTitle(/Trial: Bog Bankers/);
    await expect(page.getByText("Trial: Bog Bankers").first()).toBeVisible();
  });

test("traits are added, told in words, and taken out again with the keyboard", async ({ page }) => {
  const form = (await (await page.request.get("/api/workshop")).json()) as { traits: Offer[] };
  await newRace(page);
  // The others are added in the tests of the rows, and in whole runs.
  const tried = form.traits.filter((_, at) => IS_LONG || at % 5 === 0);
  for (const { key, word, is_detail } of tried) {
    await writeText(
      page,
      `[race.gnomes]\ntokens = 4\ntokens_in_box = 15\n${is_detail ? "recruits.turn = 1\n" : ""}`,
    );
    await page
      .locator("details")
      .evaluateAll((all) => all.forEach((each) => ((each as HTMLDetailsElement).open = true)));
    const rows = page.locator("[data-row]");
    const before = await rows.count();
    await offer(page, key, word).focus();
    await page.keyboard.press("Enter");
    await expect(rows).not.toHaveCount(before);
    await expect(page.locator("[data-row] :focus")).toBeVisible();
    await expect(page.getByText("This can be played."), `${key} ${word}`).toBeVisible();
    await expect(page.locator(".verdict .problems")).toHaveCount(0);
    await page.locator("[data-row]:has(:focus) .remove").focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("searchbox", { name: "Find an ability" })).toBeFocused();
  }
});

test("what is wrong is told at its field, and the text and the form stay in step", async ({ page }) => {
  await newRace(page);
  await add(page, "bonus coin", "coins.PLACE");
  await row(page, "coins.hill").getByLabel("How many").fill("20");
  await expect(row(page, "coins.hill")).toContainText("20 is not between 1 and 10");
  await page.getByLabel("Tokens", { exact: true }).fill("9");
  await expect(page.locator(".form").getByText(/14 may be needed/)).toBeVisible();
  await writeText(page, '[race.moles]\nname = "Moles"\ntokens = 5\ntokens_of = "orcs"\nlosses = 0\n');
  await expect(page.getByLabel("Name").first()).toHaveValue("Moles");
  await expect(row(page, "losses")).toContainText("loses no token");
});

test("a race has two markers, tokens of its own, more than the rulebook allows, and says so", async ({
  page,
}) => {
  await newRace(page);
  await page.getByLabel("Borrows the tokens of").selectOption("");
  await page.getByLabel("Tokens in the box").fill("20");
  await page.getByText("Beyond the rulebook").click();
  await page.getByLabel("Up to 12 tokens on a banner, 7 on a badge").check();
  await page.getByLabel("Tokens", { exact: true }).fill("12");
  await add(page, "marker totem placed", "marker");
  await add(page, "marker totem placed", "marker");
  await row(page, "marker", 1).getByLabel("Marker", { exact: true }).selectOption("lair");
  await expect(page.getByText("This can be played.")).toBeVisible();
  for (const words of ["tokens of its own", "higher than blank pieces allow", "two kinds of markers"])
    await expect(
      page.locator(".form").getByText(new RegExp(`Not as in the rulebook.*${words}`)),
    ).toBeVisible();

  await page.getByLabel("Takes the place of").selectOption("orcs");
  await expect(page.getByText("This can be played.")).toBeVisible();
  expect(await written(page)).toContain("[race.orcs]");
});

test("a race is painted and given an emblem by clicking, and bears both on the board", async ({ page }) => {
  await choose(page, { speed: "off" });
  await newRace(page);
  await page.getByText("Colour and emblem").click();
  const judged = page.waitForResponse("**/api/content/check");
  await page.getByRole("radio", { name: "sky blue" }).check({ force: true });
  await judged;
  await page.getByRole("radio", { name: "fox" }).check({ force: true });
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "wolf" })).toBeChecked();
  await page.getByRole("radio", { name: "hexagon" }).check({ force: true });
  expect(await written(page)).toContain('emblem = { symbol = "wolf", shape = "hexagon" }');
  await expect(page.locator('.verdict use[href="#own-emblem-wolf"]').first()).toBeAttached();
  await page.getByRole("button", { name: "Try it" }).click();
  const counter = page.locator("svg.counter", { has: page.locator('use[href="#own-emblem-wolf"]') }).first();
  await expect(counter).toBeVisible();
  await expect(counter.locator("use").first()).toHaveAttribute("fill", "#9cc9ea");
});

test("wrong numbers and an empty name are told beside their fields", async ({ page }) => {
  await newRace(page);
  const name = page.getByLabel("Name").first();
  const tokens = page.getByLabel("Tokens", { exact: true });
  await name.fill("");
  await expect(name).toHaveAccessibleDescription("A name is needed here.");
  await expect(name).toHaveAttribute("aria-invalid", "true");
  for (const [typed, told] of [
    ["", "A whole number is needed here."],
    ["2.5", "`2.5` is not a whole number."],
    ["-1", "-1 is not between 0 and 10."],
  ] as const) {
    await tokens.fill(typed);
    await expect(tokens).toHaveAccessibleDescription(told);
    await expect(tokens).toHaveValue(typed);
  }
  await tokens.fill("");
  await tokens.pressSequentially("e");
  await expect(tokens).toHaveAccessibleDescription("A whole number is needed here.");
  await expect(page.getByRole("button", { name: "Play it now" })).toBeDisabled();
  await tokens.fill("6");
  await name.fill("Badgers");
  await expect(page.getByText("This can be played.")).toBeVisible();
  await expect(name).toHaveAttribute("aria-invalid", "false");

  await add(page, "coins swamp", "coins.PLACE");
  const coins = row(page, "coins.swamp");
  await coins.getByLabel("When it counts").selectOption("at most N regions");
  await coins.getByLabel("How many regions").fill("99");
  await expect(coins.getByLabel("How many regions")).toHaveAccessibleDescription(
    "99 is not between 1 and 20.",
  );
  await expect(coins.getByLabel("How many", { exact: true })).toHaveAttribute("aria-invalid", "false");
});

test("a race has an id of its name, its file is called so, and a second one borrows other tokens", async ({
  page,
}) => {
  await newRace(page);
  await page.getByLabel("Name").first().fill("Bog Bankers");
  await page.getByRole("button", { name: "Add a race" }).click();
  await expect(page.getByText("This can be played.")).toBeVisible();
  await page.getByLabel("Name").first().fill("Honey Badgers");
  await expect(page.locator(".verdict").getByText("Honey Badgers").first()).toBeVisible();
  await expect(page.getByText("This can be played.")).toBeVisible();
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as a file" }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toMatch(/^honey_badgers_[a-z]{3}\.toml$/);
  const saved = await readFile(await file.path(), "utf8");
  expect(saved).toMatch(/\[race\.bog_bankers_[a-z]{3}\]/);
  // From now on somebody may have it: another name changes no id.
  await page.getByLabel("Name").first().fill("Otters");
  expect(await written(page)).toBe(saved.replace("Honey Badgers", "Otters"));
});

test("what an example or an empty bench replaces can be brought back", async ({ page }) => {
  await newRace(page);
  await page.getByLabel("Name").first().fill("Bog Bankers");
  const before = await written(page);
  await page.getByRole("button", { name: "Penguins" }).click();
  await expect(page.getByLabel("Name").first()).toHaveValue("Penguins");
  await page.getByRole("button", { name: "Bring back what was here" }).click();
  expect(await written(page)).toBe(before);
  await page.getByRole("button", { name: "Clear the bench" }).click();
  await expect(page.getByLabel("Name")).toHaveCount(0);
  await page.getByRole("button", { name: "Bring back what was here" }).click();
  await expect(page.getByLabel("Name").first()).toHaveValue("Bog Bankers");
  await expect(page.getByRole("button", { name: "Bring back what was here" })).toHaveCount(0);
});

test("abilities are found by everyday words, and are then for what was looked for", async ({ page }) => {
  await newRace(page);
  const search = page.getByRole("searchbox", { name: "Find an ability" });
  for (const [word, key] of [
    ["steal", "takes.victim"],
    ["fly", "reach"],
    ["money", "coins.PLACE"],
    ["cheaper", "discount.PLACE"],
  ] as const) {
    await search.fill(word);
    await expect(page.locator(`[data-offer^="${key}"]`).first(), word).toBeVisible();
  }
  await search.fill("swamp");
  await expect(offer(page, "coins.PLACE")).toContainText("swamp");
  await offer(page, "coins.PLACE").click();
  await expect(row(page, "coins.swamp")).toContainText("1 bonus coin for each region of kind “swamp”");
});
