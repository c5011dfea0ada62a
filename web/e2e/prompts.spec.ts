import type { Page } from "@playwright/test";
import { Player } from "./player";
import { GIANTS, OWN_MOVES, PROMPTED } from "./positions";
import { expect, test } from "./server";
import { choose, openTable } from "./tables";

/** Something that a person does when asked this. */
interface Step {
  asked: RegExp;
  regions?: number[];
  press?: RegExp;
}

interface Prompted {
  what: string;
  position: string;
  content?: string[];
  steps: Step[];
  after: RegExp;
}

const READY_TO_REDEPLOY: Step[] = [
  { asked: /Conquer with your/, press: /End conquests/ },
  { asked: /Redeploy your/, press: /Spread evenly/ },
  { asked: /Redeploy your/, press: /Redeploy like this/ },
];

const PROMPTS: Prompted[] = [
  {
    what: "the dragon attacks where it is sent",
    position: PROMPTED.dragon,
    steps: [
      { asked: /Conquer with your Orcs/, press: /Attack with the dragon/ },
      { asked: /Where does the dragon attack/, regions: [9] },
    ],
    after: /Conquer with your Orcs: 3 tokens/,
  },
  {
    what: "a lone token is replaced",
    position: PROMPTED.substitute,
    steps: [
      { asked: /Conquer with your Sorcerers/, press: /Replace a lone token/ },
      { asked: /Which lone token/, regions: [9] },
    ],
    after: /Conquer with your Sorcerers/,
  },
  {
    what: "the die is rolled before a conquest",
    position: PROMPTED.berserk,
    steps: [{ asked: /Conquer with your Orcs/, press: /Roll the die/ }],
    after: /Conquer with your Orcs: 4 tokens/,
  },
  {
    what: "a final attempt rolls the die",
    position: PROMPTED.attempt,
    steps: [{ asked: /Conquer with your Orcs: 1 token/, regions: [7] }],
    after: /Redeploy your Orcs/,
  },
  {
    what: "an own race starts a second wave",
    position: PROMPTED.ownMoves,
    content: [OWN_MOVES],
    steps: [
      { asked: /Conquer with your Gnomes: 4 tokens/, press: /^End conquests$/ },
      { asked: /Make a second wave, or end your conquests/, press: /Start a second wave/ },
    ],
    after: /Conquer with your Gnomes: 6 tokens/,
  },
  {
    what: "an own race pays for a conquest",
    position: PROMPTED.ownMoves,
    content: [OWN_MOVES],
    steps: [
      { asked: /Conquer with your Gnomes: 4 tokens/, press: /Pay for a conquest/ },
      { asked: /Which region do you pay for/, regions: [9] },
    ],
    after: /Conquer with your Gnomes: [123] token/,
  },
  {
    what: "an own race strikes at a region",
    position: PROMPTED.ownMoves,
    content: [OWN_MOVES],
    steps: [
      { asked: /Conquer with your Gnomes: 4 tokens/, press: /Strike at a region/ },
      { asked: /Where do you strike/, regions: [9] },
    ],
    after: /Conquer with your Gnomes: 4 tokens/,
  },
  {
    what: "a fortress is built",
    position: PROMPTED.fortify,
    steps: [...READY_TO_REDEPLOY, { asked: /Build a fortress/, regions: [4, 3], press: /^End turn$/ }],
    after: /Your turn|picks|begins|conquers|redeploys|is to play/,
  },
  {
    what: "encampments are set up",
    position: PROMPTED.encamp,
    steps: [
      ...READY_TO_REDEPLOY,
      { asked: /Set up your encampments/, regions: [3, 4] },
      { asked: /Set up your encampments/, press: /^End turn$/ },
    ],
    after: /Your turn|picks|begins|conquers|redeploys|is to play/,
  },
  {
    what: "heroes are placed",
    position: PROMPTED.station,
    steps: [
      ...READY_TO_REDEPLOY,
      { asked: /Place your 2 heroes/, regions: [3, 5] },
      { asked: /Place your/, press: /^End turn$/ },
    ],
    after: /Your turn|picks|begins|conquers|redeploys|is to play/,
  },
  {
    what: "peace is made",
    position: PROMPTED.ally,
    steps: [...READY_TO_REDEPLOY, { asked: /Make peace/, press: /^Peace with .*, end turn$/ }],
    after: /Your turn|picks|begins|conquers|redeploys|is to play/,
  },
  {
    what: "a race goes in decline after scoring",
    position: PROMPTED.retire,
    steps: [...READY_TO_REDEPLOY, { asked: /Stay, or go in decline/, press: /^Go in decline, end turn$/ }],
    after: /Pick a combo/,
  },
  {
    what: "tokens that only attack go home and regions are given up",
    position: PROMPTED.giveUp,
    steps: [
      { asked: /Conquer with your Amazons/, press: /End conquests/ },
      { asked: /must leave 4 regions/, regions: [2, 3, 4, 5] },
      { asked: /must leave/, press: /^End turn$/ },
    ],
    after: /Your turn|picks|begins|conquers|redeploys|is to play/,
  },
  {
    what: "those who were driven out withdraw in another's turn",
    position: PROMPTED.withdraw,
    steps: [
      { asked: /driven out: 2 tokens withdraw/, regions: [3, 4] },
      { asked: /driven out/, press: /Withdraw like this/ },
    ],
    after: /Your turn with the Elves/,
  },
  {
    what: "encampments of a lost region are put back in another's turn",
    position: PROMPTED.reencamp,
    steps: [{ asked: /2 encampments of a lost region come back/, press: /Put back 2 encampments/ }],
    after: /Your turn with the Elves/,
  },
  {
    what: "regions are abandoned before the troops are readied",
    position: PROMPTED.ready,
    steps: [
      { asked: /Your turn with the Orcs/, regions: [4] },
      { asked: /Your turn/, press: /Abandon 1 region and expand/ },
    ],
    after: /Conquer with your Orcs: 5 tokens/,
  },
  {
    what: "a race goes in decline",
    position: PROMPTED.ready,
    steps: [{ asked: /Your turn with the Orcs/, press: /Go in decline/ }],
    after: /Pick a combo/,
  },
  {
    what: "a race in decline that goes on conquering acts first",
    position: PROMPTED.ghouls,
    steps: [{ asked: /Your Ghouls act first/, press: /Expand/ }],
    after: /Conquer with your Ghouls/,
  },
];

const prompt = (page: Page) => page.locator("section.bar h2");

for (const { what, position, content = [], steps, after } of PROMPTS) {
  test(what, async ({ page }) => {
    await choose(page, { speed: "off", confirmEnd: false, confirmRoll: false, confirmDecline: false });
    await page.goto(`/t/${await openTable(page, { position, content })}`);
    const player = new Player(page);
    for (const { asked, regions = [], press } of steps) {
      await expect(prompt(page)).toHaveText(asked);
      // While an answer is on its way no region can be chosen.
      for (const region of regions.slice(0, 1)) {
        await expect(page.locator(`g.region.target[data-region="${region}"]`)).toBeVisible();
      }
      for (const region of regions) await player.tapRegion(region);
      if (press !== undefined) await page.getByRole("button", { name: press }).click();
    }
    await expect(prompt(page)).toHaveText(after);
  });
}

test("several steps are undone one after the other", async ({ page }) => {
  await choose(page, { speed: "off", confirmEnd: false, confirmRoll: false });
  const position = `map 2-players\nAnn Hill Orcs, 6 in hand : 3 2 <- to move\n${GIANTS}`;
  await page.goto(`/t/${await openTable(page, { position })}`);
  const player = new Player(page);
  await expect(prompt(page)).toHaveText(/6 tokens/);
  await player.tapRegion(2);
  await expect(prompt(page)).toHaveText(/4 tokens/);
  await player.tapRegion(7);
  await expect(prompt(page)).toHaveText(/1 token /);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(prompt(page)).toHaveText(/4 tokens/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(prompt(page)).toHaveText(/6 tokens/);
  await expect(page.getByRole("button", { name: "Undo" })).toBeDisabled();
});

test("a turn ends by a button that says so, after a question that can be switched off", async ({ page }) => {
  await choose(page, { speed: "off" });
  const position = `map 2-players\nAnn Hill Orcs : 3 2, 4 2\n${GIANTS}\nturn Ann conquer, acted`;
  await page.goto(`/t/${await openTable(page, { position })}`);
  await page.getByRole("button", { name: "End conquests" }).click();
  await expect(prompt(page)).toHaveText(/Redeploy your Orcs/);
  await page.getByRole("button", { name: "End turn", exact: true }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("cannot be taken back");
  await question.getByRole("button", { name: "Not yet" }).click();
  await expect(prompt(page)).toHaveText(/Redeploy your Orcs/);
  await page.getByRole("button", { name: "End turn", exact: true }).click();
  await question.getByRole("checkbox").check();
  await question.getByRole("button", { name: "Yes, end turn" }).click();
  await expect(prompt(page)).toHaveText(/Your turn with the Orcs/, { timeout: 30_000 });
  await page.getByRole("button", { name: "Expand" }).click();
  await page.getByRole("button", { name: "End turn", exact: true }).click();
  await expect(page.getByRole("button", { name: "End turn", exact: true })).toBeHidden();
});
