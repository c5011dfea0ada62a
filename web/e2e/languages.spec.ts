/**
 * Screens in the languages of the game: no text is cut, none is left in English. `make browsers-languages` looks at all of
 * them, `LANGUAGES="nl et"` at some, in a wide window and on a phone; else a few are looked at on a phone.
 */
import type { Page } from "@playwright/test";
import { cutWords, English, OFFERED, tallButtons, textsOf } from "./measures";
import { Player } from "./player";
import { GIANTS, MIDDLE, PROMPTED } from "./positions";
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
const MORE_PAGES = ["/new", "/join", "/games", "/watch", "/workshop", "/account", "/people", "/nowhere"];

/** The longest names, with prices and coins. */
const COLUMN =
  "column Dragon Master Ratmen | Bivouacking Skeletons 1 | Underworld Sorcerers | Seafaring Halflings 2 | Pillaging Amazons | Diplomat Tritons";
const PICK = `map 2-players\nplayers Ann Bob\n${COLUMN}\nturn Ann pick`;
const CONQUEST = `map 2-players\nAnn Hill Orcs, 5 in hand : 3 2, 4 1 <- to move\n${GIANTS}`;
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
  { name: "pick", wish: { position: PICK }, seen: "button.combo" },
  {
    name: "combo chosen",
    wish: { position: PICK },
    then: (page) => page.locator("button.combo").nth(2).click(),
  },
  { name: "ready", wish: { position: PROMPTED.ready } },
  { name: "abandon", wish: { position: PROMPTED.ready }, then: tap(4) },
  { name: "decline?", wish: { position: PROMPTED.ready }, then: press("decline"), seen: "[data-answer=yes]" },
  { name: "ghouls act first", wish: { position: PROMPTED.ghouls } },
  { name: "conquer", wish: { position: MIDDLE[2] ?? "" } },
  { name: "end turn?", wish: { position: CONQUEST }, then: press(":finish"), seen: "[data-answer=yes]" },
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
    test.describe(`${language} ${where}`, () => {
      test.use({ viewport, hasTouch: viewport.width < 600, isMobile: viewport.width < 600 });

      test.beforeEach(async ({ page }) => {
        await choose(page, { language, speed: "off", name: "Ann" });
      });

      test(`pages have room and speak ${language}, ${where}`, async ({ page }) => {
        const english = new English(language);
        const found: string[] = [];
        for (const path of IS_SHORT ? PAGES : [...PAGES, ...MORE_PAGES]) {
          await page.goto(path);
          await expect(page.locator("h1")).toBeAttached();
          await expect(page.locator("html")).toHaveAttribute("lang", language);
          found.push(...(await problems(page, english)).map((problem) => `${path}: ${problem}`));
        }
        expect(found).toEqual([]);
      });

      test(`every prompt has room and speaks ${language}, ${where}`, async ({ page }) => {
        const english = new English(language);
        const found: string[] = [];
        for (const { name, wish, acts = [], then, seen = "section.bar h2" } of SCREENS) {
          const table = await openTable(page, wish);
          for (const action of acts) await act(page, table, action);
          await page.goto(`/t/${table}`);
          await then?.(page);
          await expect(page.locator(seen).first()).toBeVisible();
          found.push(...(await problems(page, english)).map((problem) => `${name}: ${problem}`));
        }
        expect(found).toEqual([]);
      });
    });
  }
}
