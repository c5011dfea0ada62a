/** Somebody who plays by clicking, and knows no rule: whatever the screen offers is fine. */
import type { Locator, Page } from "@playwright/test";

/** A game has some hundred decisions; who does not get anywhere is told. */
const MOST_STEPS = 900;

export class Player {
  readonly page: Page;
  steps = 0;

  constructor(page: Page) {
    this.page = page;
  }

  get ending(): Locator {
    return this.page.getByRole("list", { name: "Ranking" });
  }

  /** Click until the ranking is there. */
  async playToTheEnd(): Promise<void> {
    while (!(await this.ending.isVisible())) {
      if (this.steps > MOST_STEPS) throw new Error("the game does not end");
      await this.step();
    }
  }

  /** Click until so many decisions were made, or the game is over. */
  async playSome(decisions: number): Promise<void> {
    const until = this.steps + decisions;
    while (this.steps < until && !(await this.ending.isVisible())) await this.step();
  }

  get isDone(): Promise<boolean> {
    return this.ending.isVisible();
  }

  /** One decision, if there is one to make within so many milliseconds. */
  async step(patience = 5_000): Promise<void> {
    if (await this.clicked(this.page.getByRole("button", { name: /^I am / }))) return;
    if (await this.clicked(this.page.getByRole("alertdialog").getByRole("button").first())) return;
    const actions = this.page.locator("[data-action]");
    const waiting = actions.or(this.ending).first();
    if (!(await waiting.isVisible())) {
      // Others decide, or their doings are being shown.
      await waiting.waitFor({ state: "visible", timeout: patience }).catch(() => undefined);
      return;
    }
    this.steps += 1;
    const combo = this.page.locator("button.combo").first();
    if (await combo.isVisible()) {
      await this.clicked(combo);
      await this.clicked(this.page.locator("[data-action=':confirm']:enabled"));
      return;
    }
    const spread = this.page.getByRole("button", { name: "Spread evenly" });
    if (await this.clicked(spread)) {
      await this.clicked(this.page.locator("[data-action=':confirm']:enabled"));
      return;
    }
    if (await this.clicked(this.page.locator("[data-action=':confirm']:enabled"))) return;
    if (await this.clickedRegion()) return;
    await this.clicked(actions.locator("visible=true").last());
  }

  /** Choose a region that can be chosen; which one changes from step to step. */
  private async clickedRegion(): Promise<boolean> {
    const targets = this.page.locator("g.region.target");
    const count = await targets.count();
    if (count === 0) return false;
    const target = targets.nth(this.steps % count);
    const number = await target.getAttribute("data-region").catch(() => null);
    if (number === null) return false;
    await this.tapRegion(Number(number));
    return true;
  }

  /** Tap where the tokens of a region stand. */
  async tapRegion(region: number): Promise<void> {
    const point = await this.page.evaluate((number) => {
      const path = document.querySelector<SVGPathElement>(`g.region[data-region="${number}"] path`);
      const matrix = path?.getScreenCTM();
      if (!path || !matrix) return null;
      const box = path.getBBox();
      // The middle of the box may lie in a neighbour: look for a point inside.
      for (const [across, down] of [
        [0.5, 0.5],
        [0.4, 0.4],
        [0.6, 0.6],
        [0.4, 0.6],
        [0.6, 0.4],
        [0.3, 0.5],
        [0.7, 0.5],
        [0.5, 0.3],
        [0.5, 0.7],
        [0.25, 0.25],
        [0.75, 0.75],
      ] as const) {
        const inside = new DOMPoint(box.x + box.width * across, box.y + box.height * down);
        if (path.isPointInFill(inside)) {
          const shown = inside.matrixTransform(matrix);
          return { x: shown.x, y: shown.y };
        }
      }
      return null;
    }, region);
    if (point !== null) await this.page.mouse.click(point.x, point.y);
  }

  private async clicked(locator: Locator): Promise<boolean> {
    if (!(await locator.isVisible().catch(() => false))) return false;
    try {
      await locator.click({ timeout: 2_000 });
      return true;
    } catch {
      return false;
    }
  }
}
