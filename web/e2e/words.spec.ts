import type { BrowserContext, Page } from "@playwright/test";
import { COMPUTERS, sideways, textsOf } from "./measures";
import { PAGES } from "./pages";
import { expect, test } from "./server";
import { choose, openTable } from "./tables";

/** Names of people, figures and the ids of rules are in no catalogue. */
const NO_WORDS = /^(?:[A-Z]{3}-\d+|[\s\d.,:;/×+−–\-·%()#?…→])*$/;

/** Who plays in tests, computers too: their names are the same in all languages. */
const PEOPLE = new Set(["Ann", ...COMPUTERS]);

/** What the languages call themselves, and what the game does. */
const OWN_NAMES = /^(Elbowroom|English|Deutsch)$/;

/** Texts on the page that came from no catalogue: the pseudo-locale puts all others in brackets. */
async function stray(page: Page): Promise<string[]> {
  return (
    (await textsOf(page))
      .filter(({ text, around }) => !NO_WORDS.test(text) && !/[[\]]/.test(text) && !/[[\]]/.test(around))
      .map(({ text }) => text)
      // The letters of our wordmark stand one by one.
      .filter((text) => text.length > 1 && !OWN_NAMES.test(text) && !PEOPLE.has(text))
  );
}

/** By how much the page is wider than a small phone: texts may be far longer than in English. */
async function sidewaysOnPhone(page: Page): Promise<number> {
  await page.setViewportSize({ width: 360, height: 740 });
  return sideways(page);
}

// The credits name works and licences, which are called the same everywhere.
for (const path of PAGES.filter((page) => page !== "/credits")) {
  test(`every text of ${path} comes from the catalogue, and has room`, async ({ page }) => {
    await choose(page, { language: "xx", name: "Ann" });
    await page.goto(path, { waitUntil: "networkidle" });
    await expect(page.locator("h1")).toContainText("[");
    expect(await stray(page)).toEqual([]);
    expect(await sidewaysOnPhone(page)).toBeLessThanOrEqual(0);
  });
}

test("every text of the game screen comes from the catalogue, and has room", async ({ page }) => {
  await choose(page, { language: "xx", name: "Ann", speed: "off" });
  await page.goto(`/t/${await openTable(page)}`, { waitUntil: "networkidle" });
  await expect(page.locator("section.bar h2")).toContainText("[");
  expect(await stray(page)).toEqual([]);
  expect(await sidewaysOnPhone(page)).toBeLessThanOrEqual(0);
});

test("German is spoken where it is chosen", async ({ page }) => {
  await choose(page, { language: "de", name: "Ann" });
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByRole("button", { name: "Jetzt spielen" })).toBeVisible();
});

/** Another window of the same browser, in which somebody chooses a language. */
async function chooseElsewhere(context: BrowserContext, language: string): Promise<void> {
  const other = await context.newPage();
  await other.goto("/settings");
  await other.locator("select").first().selectOption(language);
  await other.close();
}

/** Marks the page, and says later whether it is still the same one. */
async function mark(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(window, { isMarked: true }));
  return () => page.evaluate(() => "isMarked" in window);
}

/** Changes what is chosen on this device, as another window would. */
async function change(page: Page, language: string): Promise<void> {
  await page.evaluate((wanted) => {
    const place = "elbowroom.settings";
    const choices = JSON.parse(localStorage.getItem(place) ?? "{}") as object;
    localStorage.setItem(place, JSON.stringify({ ...choices, language: wanted }));
    dispatchEvent(new StorageEvent("storage", { key: place }));
  }, language);
}

test("the settings page changes the language at once, and back", async ({ page }) => {
  await page.goto("/settings");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Settings");
  const isSame = await mark(page);
  await page.getByLabel("Language").selectOption("de");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Einstellungen");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page).toHaveTitle("Einstellungen · Elbowroom");
  await expect(page.getByRole("link", { name: "Regeln" })).toBeVisible();
  await expect(page.getByText("Hell", { exact: true })).toBeVisible();
  // A page that is opened afterwards speaks it too.
  await page.getByRole("link", { name: "Regeln" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Die Regeln");
  await page.goBack();
  await page.getByLabel("Sprache").selectOption("en");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Settings");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page).toHaveTitle("Settings · Elbowroom");
  expect(await isSame()).toBe(true);
});

test("a running game changes its language at once, and back", async ({ page, context }) => {
  await page.addInitScript(() => {
    if (localStorage.getItem("elbowroom.settings") === null)
      localStorage.setItem("elbowroom.settings", JSON.stringify({ name: "Ann", speed: "off" }));
  });
  await page.goto(`/t/${await openTable(page)}`);
  const prompt = page.locator("section.bar h2");
  await expect(prompt).toHaveText("Pick a combo");
  const isSame = await mark(page);
  await chooseElsewhere(context, "de");
  await expect(prompt).toHaveText("Wähle ein Set");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Runde 1 von 10");
  await expect(page.locator("[role=log][aria-live]").getByText("Wähle ein Set").first()).toBeAttached();
  await chooseElsewhere(context, "en");
  await expect(prompt).toHaveText("Pick a combo");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Game turn 1 of 10");
  expect(await isSame()).toBe(true);
});

for (const path of PAGES.filter((page) => page !== "/credits")) {
  test(`every text of ${path} follows the language while it is open`, async ({ page }) => {
    await page.goto(path, { waitUntil: "networkidle" });
    const isSame = await mark(page);
    await change(page, "xx");
    await expect(page.locator("h1")).toContainText("[");
    expect(await stray(page)).toEqual([]);
    await change(page, "en");
    await expect(page.locator("h1")).not.toContainText("[");
    await expect(page.locator("body")).not.toContainText("·]");
    expect(await isSame()).toBe(true);
  });
}

for (const textView of [false, true]) {
  test(`every text of a game ${textView ? "in words" : "on the board"} follows the language`, async ({
    page,
  }) => {
    await choose(page, { name: "Ann", speed: "off", textView });
    await page.goto(`/t/${await openTable(page)}`, { waitUntil: "networkidle" });
    await expect(page.getByText("Pick a combo").first()).toBeVisible();
    const isSame = await mark(page);
    await change(page, "xx");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("[");
    expect(await stray(page)).toEqual([]);
    await change(page, "en");
    await expect(page.getByRole("heading", { level: 1 })).not.toContainText("[");
    expect(await isSame()).toBe(true);
  });
}

test("a language whose words cannot be loaded is told, and the page stays as it is", async ({ page }) => {
  await page.route(/core\.de-.*\.json$/, (route) => route.abort());
  await page.goto("/settings");
  await page.getByLabel("Language").selectOption("de");
  await expect(page.getByText("The words of this language could not be loaded.").first()).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Settings");
});

for (const language of ["en", "fi"]) {
  test(`a page loads the words that it says in ${language} and no others, and the browser may keep them for ever`, async ({
    page,
  }) => {
    await choose(page, { language });
    const loaded = new Map<string, string | undefined>();
    page.on("response", (response) => {
      const file = /assets\/(\w+\.\w+)-[\w-]+\.json$/.exec(response.url())?.[1];
      if (file !== undefined) loaded.set(file, response.headers()["cache-control"]);
    });
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect([...loaded.keys()]).toEqual([`core.${language}`]);
    await page.goto(`/t/${await openTable(page)}`);
    await expect(page.locator("section.bar h2")).toBeVisible();
    expect([...loaded.keys()].sort()).toEqual(
      ["core", "game", "pieces"].map((part) => `${part}.${language}`),
    );
    expect(new Set(loaded.values())).toEqual(new Set(["public, max-age=31536000, immutable"]));
  });
}
