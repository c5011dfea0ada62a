import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./server";
import { choose, openTable } from "./tables";

const MOST_STEPS = 900;
/** How many regions are taken in a turn; the rest of the tokens stay at home. */
const CONQUESTS = 3;

/** Somebody without a mouse: looks at the screen, and presses keys. */
class Pianist {
  readonly page: Page;
  steps = 0;
  private conquests = 0;

  constructor(page: Page) {
    this.page = page;
  }

  get ending(): Locator {
    return this.page.getByRole("list", { name: "Ranking" });
  }

  async playToTheEnd(): Promise<void> {
    while (!(await this.ending.isVisible())) {
      if (this.steps > MOST_STEPS) throw new Error("the game does not end");
      const before = await this.seen();
      if (await this.result.isVisible()) await this.page.keyboard.press("Enter");
      else if (before !== "") {
        this.steps += 1;
        await this.decide();
      }
      await expect
        .poll(async () => (await this.isOver()) || (await this.seen()) !== before, {
          timeout: 60_000,
          intervals: [100],
        })
        .toBe(true);
    }
  }

  /** The way from the last board to the result. */
  private get result(): Locator {
    return this.page.getByRole("button", { name: "Show the result" });
  }

  private async isOver(): Promise<boolean> {
    return (await this.ending.isVisible()) || (await this.result.isVisible());
  }

  /** What is asked, with all that changes when one answers; nothing while somebody else decides. */
  private seen(): Promise<string> {
    return this.page.evaluate(() => {
      const parts = [...document.querySelectorAll<HTMLElement>("[data-action], [role=alertdialog]")];
      if (parts.length === 0) return "";
      const prompt = document.querySelector<HTMLElement>(".bar h2");
      return [prompt, ...parts].map((part) => part?.innerText).join("|");
    });
  }

  private get prompt(): Locator {
    return this.page.locator(".bar h2");
  }

  private async decide(): Promise<void> {
    const { keyboard } = this.page;
    const prompt = await this.prompt.innerText();
    if (await this.page.getByRole("alertdialog").isVisible()) await keyboard.press("Enter");
    else if (/^Pick/.test(prompt)) await this.pick();
    else if (/^Your turn with/.test(prompt)) await this.begin();
    else if (/^Conquer/.test(prompt)) await this.conquer();
    else if (/must leave|^Place your|withdraws?$/.test(prompt)) await this.place();
    else await keyboard.press("e");
  }

  private async pick(): Promise<void> {
    await this.page.keyboard.press("1");
    await this.page.keyboard.press("1");
  }

  private async begin(): Promise<void> {
    this.conquests = 0;
    const turn = await this.page.getByRole("heading", { level: 1 }).innerText();
    await this.page.keyboard.press(/\b[47]\b/.test(turn) ? "d" : "e");
  }

  private async conquer(): Promise<void> {
    this.conquests += 1;
    const hasTargets = (await this.page.locator("g.region.target").count()) > 0;
    if (!hasTargets || this.conquests > CONQUESTS) {
      await this.page.keyboard.press("e");
      return;
    }
    await this.page.keyboard.press("n");
    await this.page.keyboard.press("Enter");
  }

  /** Regions one by one until all is placed. */
  private async place(): Promise<void> {
    if (await this.page.locator("[data-action=':confirm']:enabled").isVisible()) {
      await this.page.keyboard.press("e");
      return;
    }
    await this.page.keyboard.press("n");
    await this.page.keyboard.press("Enter");
  }
}

test("a whole game against the computer is played without a mouse", async ({ page }) => {
  test.slow();
  await choose(page, { speed: "off" });
  await page.goto("/");
  const play = page.getByRole("button", { name: "Play now" });
  await expect(play).toBeVisible();
  while (!(await play.evaluate((button) => button === document.activeElement)))
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/t\//);
  const pianist = new Pianist(page);
  await pianist.playToTheEnd();
  await expect(pianist.ending.getByRole("listitem")).toHaveCount(2);
  expect(pianist.steps).toBeGreaterThan(20);
});

const CONQUEST = "map 2-players\nplayers Ann Bob\nAnn Flying Trolls, 9 in hand <- to move";
const focused = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute("data-region") ?? null);

test("arrow keys go from region to region, and Enter takes one", async ({ page }) => {
  await choose(page, { speed: "off" });
  await page.goto(`/t/${await openTable(page, { position: CONQUEST })}`);
  await expect(page.locator("g.region.target").first()).toBeVisible();
  await page.keyboard.press("m");
  const first = await focused(page);
  expect(first).not.toBeNull();
  await page.keyboard.press("ArrowRight");
  const second = await focused(page);
  expect(second).not.toBe(first);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("n");
  const target = page.locator(`g.region[data-region="${await focused(page)}"]`);
  await expect(target).toHaveClass(/target/);
  await page.keyboard.press("Enter");
  await expect(target).toHaveAccessibleName(/Ann: \d Trolls/);
  await page.keyboard.press("u");
  await expect(target).not.toHaveAccessibleName(/Ann/);
});

test("plus and minus place tokens in the focused region", async ({ page }) => {
  await choose(page, { speed: "off" });
  const position =
    "map 2-players\nplayers Ann Bob\nAnn Flying Trolls, 4 in hand : 3 1, 4 1\nturn Ann conquer, acted";
  await page.goto(`/t/${await openTable(page, { position })}`);
  await expect(page.locator("g.region.target").first()).toBeVisible();
  await page.keyboard.press("e");
  await expect(page.getByRole("heading", { name: "Redeploy your Trolls" })).toBeVisible();
  await page.keyboard.press("n");
  const region = page.locator(`g.region[data-region="${await focused(page)}"]`);
  const count = Number(/Ann: (\d+) Trolls/.exec((await region.getAttribute("aria-label")) ?? "")?.[1]);
  await page.keyboard.press("-");
  await expect(region).toHaveAccessibleName(new RegExp(`Ann: ${count - 1} Trolls`));
  await page.keyboard.press("+");
  await expect(region).toHaveAccessibleName(new RegExp(`Ann: ${count} Trolls`));
});

test("the question mark lists the keys, and letters that are switched off do nothing", async ({ page }) => {
  await choose(page, { speed: "off" });
  await page.goto(`/t/${await openTable(page, { position: CONQUEST })}`);
  await expect(page.locator("g.region.target").first()).toBeVisible();
  await page.keyboard.press("?");
  const list = page.getByRole("dialog", { name: "Keys" });
  await expect(list.getByRole("rowheader", { name: "E", exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await page.keyboard.press("t");
  await expect(page.getByRole("heading", { name: "Command line" })).toBeVisible();
  await page.keyboard.press("t");
  await expect(page.locator("g.region").first()).toBeVisible();
  await choose(page, { keys: false });
  await page.reload();
  await expect(page.locator("g.region.target").first()).toBeVisible();
  await page.keyboard.press("?");
  await page.keyboard.press("t");
  await expect(page.locator("g.region.target").first()).toBeVisible();
  await expect(list).toBeHidden();
});
