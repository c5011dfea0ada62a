/**
 * Screens in the languages of the game: no text is cut, none is left in English. `make browsers-languages` looks at all of
 * them, `LANGUAGES="nl et"` at some, in a wide window and on a phone; else a few are looked at on a phone.
 */
import type { Page } from "@playwright/test";
import { OFFERED } from "./catalogues";
import { cutWords, English, tallButtons, textsOf } from "./measures";
import { Player } from "./player";
import { LONG_NAMES, MIDDLE, PROMPTED } from "./positions";
import { expect, test } from "./server";
import { act, choose, openTable, type Wish } from "./tables";

const WANTED = process.env["LANGUAGES"] ?? "";
const IS_SHORT = WANTED === "";
const LANGUAGES = WANTED === "all" ? OFFERED : IS_SHORT ? ["de", "fi", "is"] : WANTED.split(" ");
const SIZES = {
  ...(IS_SHORT ? {} : { "in a wide window": { width: 1280, height: 800 } }),
  "on a phone": { width: 360, height: 740 },
};

const PAGES = ["/", "/settings", "/rules", "/rules/races/dwarves", "/learn", "/learn/costs"];
const MORE_PAGES = [
  "/new",
  "/join",
  "/games",
  "/watch",
  "/workshop",
  "/maps",
  "/account",
  "/people",
  "/nowhere",
];

const LAST_TURN = `map 2-players\nplayers Ann Bob\ngame-turn 10\nfirst Bob\ncoins Ann 61, Bob 77\nBob Hill Orcs : 12 2, 13 1\nAnn Flying Trolls, 2 in hand : 3 1\nturn Ann conquer, acted`;
const REDEPLOYED = ["end", "redeploy 3:2 4:2"];

/** What is seen of a game: how one comes there, and what one does there. */
interface Screen {
  name: string;
  wish: Wish;
  acts?: string[];
  then?: (page: Page) => Promise<void>;
  seen?: string;
}

const press =
  (action: string) =>
  (page: Page): Promise<void> =>
    page.locator(`[data-action="${action}"]`).click();
const tap =
  (region: number) =>
  async (page: Page): Promise<void> => {
    await expect(page.locator(`g.region.target[data-region="${region}"]`)).toBeVisible();
    await new Player(page).tapRegion(region);
  };

const SCREENS: Screen[] = [
  { name: "lobby", wish: { computers: [] }, seen: "h1" },
  { name: "pick", wish: { position: LONG_NAMES }, seen: "button.combo" },
  {
    name: "combo chosen",
    wish: { position: LONG_NAMES },
    then: (page) => page.locator("button.combo").nth(2).click(),
  },
  { name: "ready", wish: { position: PROMPTED.ready } },
  { name: "abandon", wish: { position: PROMPTED.ready }, then: tap(4) },
  { name: "decline?", wish: { position: PROMPTED.ready }, then: press("decline"), seen: "[data-answer=yes]" },
  { name: "ghouls act first", wish: { position: PROMPTED.ghouls } },
  { name: "conquer", wish: { position: MIDDLE[2] ?? "" } },
  {
    name: "end turn?",
    wish: { position: PROMPTED.conquer },
    then: press(":finish"),
    seen: "[data-answer=yes]",
  },
  { name: "die?", wish: { position: PROMPTED.attempt }, then: tap(7), seen: "[data-answer=yes]" },
  { name: "roll first", wish: { position: PROMPTED.berserk } },
  {
    name: "dragon",
    wish: { position: PROMPTED.dragon },
    then: press("dragon"),
    seen: "[data-action=':back']",
  },
  {
    name: "substitute",
    wish: { position: PROMPTED.substitute },
    then: press("substitute"),
    seen: "[data-action=':back']",
  },
  { name: "redeploy", wish: { position: MIDDLE[2] ?? "" }, then: press("end"), seen: ".draft" },
  { name: "fortress", wish: { position: PROMPTED.fortify }, acts: REDEPLOYED },
  { name: "encampments", wish: { position: PROMPTED.encamp }, acts: REDEPLOYED },
  { name: "heroes", wish: { position: PROMPTED.station }, acts: ["end", "redeploy 3:2 4:2 5:1"] },
  { name: "peace", wish: { position: PROMPTED.ally }, acts: REDEPLOYED },
  { name: "stay or decline", wish: { position: PROMPTED.retire }, acts: REDEPLOYED },
  { name: "amazons leave", wish: { position: PROMPTED.giveUp }, acts: ["end"] },
  { name: "withdraw", wish: { position: PROMPTED.withdraw } },
  { name: "encampments come back", wish: { position: PROMPTED.reencamp } },
  { name: "end of the game", wish: { position: LAST_TURN }, acts: ["end"], seen: ".result ol" },
];

/** Everything that is wrong with what is seen. */
async function problems(page: Page, english: English): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready);
  return [...english.leftIn(await textsOf(page)), ...(await cutWords(page)), ...(await tallButtons(page))];
}

for (const language of LANGUAGES) {
  for (const [where, viewport] of Object.entries(SIZES)) {
    test.describe(`${language}, ${where}`, () => {
      const english = new English(language);
      test.use({ viewport, hasTouch: viewport.width < 600, isMobile: viewport.width < 600 });

      test.beforeEach(async ({ page }) => {
        await choose(page, { language, speed: "off", name: "Ann" });
      });

      for (const path of IS_SHORT ? PAGES : [...PAGES, ...MORE_PAGES]) {
        test(`${path} has room and speaks ${language}`, async ({ page }) => {
          await page.goto(path);
          await expect(page.locator("h1")).toBeAttached();
          await expect(page.locator("html")).toHaveAttribute("lang", language);
          expect(await problems(page, english)).toEqual([]);
        });
      }

      for (const { name, wish, acts = [], then, seen = "section.bar h2" } of SCREENS) {
        test(`a game has room and speaks ${language}: ${name}`, async ({ page }) => {
          const table = await openTable(page, wish);
          for (const action of acts) await act(page, table, action);
          await page.goto(`/t/${table}`);
          await then?.(page);
          await expect(page.locator(seen).first()).toBeVisible();
          expect(await problems(page, english)).toEqual([]);
        });
      }
    });
  }
}

test("what has no room, and what is left in English, is found", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.setContent(`
    <p style="width: 50px; overflow: hidden; white-space: nowrap">Drachenbändiger</p>
    <p style="width: 50px; overflow: auto; white-space: nowrap">Verstärkungswürfel</p>
    <button style="width: 50px; padding: 0; white-space: nowrap">Übersprungen</button>
    <p style="width: 60px; overflow-wrap: anywhere">Rattenmenschen</p>
    <p style="width: 80px">Wasser\u00admänner</p>
    <button style="width: 90px">Das sind viele Worte für einen Knopf</button>
    <p aria-label="web_home_title">Pick a combo</p>
    <p><b>Ann</b> makes peace with <b>Bob</b>.</p>
    <p>Hallo {player}</p>`);
  expect(await cutWords(page)).toEqual([
    expect.stringContaining("cut: “Drachenbändiger”"),
    expect.stringContaining("sticks out: “Übersprungen”"),
    expect.stringContaining("broken: “Rattenmenschen”"),
  ]);
  expect(await tallButtons(page)).toEqual([expect.stringContaining("Das sind viele Worte")]);
  expect(new English("de").leftIn(await textsOf(page))).toEqual([
    "English: Pick a combo",
    "English: Ann makes peace with Bob.",
    "a parameter: Hallo {player}",
    "a key: web_home_title",
  ]);
});
