/** Somebody who plays by clicking, in any browser, and knows no rule: whatever the screen offers is fine. */
import type { Place, Screen, Target } from "./screen";

/** A game has some hundred decisions; who does not get anywhere is told. */
const MAX_STEPS = 900;
const BETWEEN_LOOKS_MS = 50;

export const RANKING: Target = { selector: "ol[aria-label='Ranking']" };
const ACTION: Target = { selector: "[data-action]", isLast: true };
const CONFIRM: Target = { selector: "[data-action=':confirm']:enabled" };
const TAKE_DEVICE: Target = { selector: "button", text: "^I am " };
const YES: Target = { selector: "[data-answer=yes]" };
const COMBO: Target = { selector: "button.combo.pickable" };
const RESULT: Target = { selector: "button", text: "^Show the result$" };
const SPREAD: Target = { selector: "button", text: "^Spread evenly$" };

export class ClickingPlayer {
  readonly screen: Screen;
  steps = 0;

  constructor(screen: Screen) {
    this.screen = screen;
  }

  /** Click until the ranking is there. */
  async playToTheEnd(): Promise<void> {
    while (!(await this.isDone)) {
      if (this.steps > MAX_STEPS) throw new Error("the game does not end");
      await this.step();
    }
  }

  /** Click until so many decisions were made, or the game is over. */
  async playSome(decisions: number): Promise<void> {
    const until = this.steps + decisions;
    while (this.steps < until && !(await this.isDone)) await this.step();
  }

  get isDone(): Promise<boolean> {
    return this.screen.sees(RANKING);
  }

  /** One decision, if there is one to make within so many milliseconds. */
  async step(patience = 5_000): Promise<void> {
    if (await this.screen.click(TAKE_DEVICE)) return;
    if (await this.screen.click(YES)) return;
    if (await this.screen.click(RESULT)) return;
    if (!(await this.isAsked())) {
      // Others decide, or their doings are being shown.
      await this.waitUntilAsked(patience);
      return;
    }
    this.steps += 1;
    if ((await this.screen.click(COMBO)) || (await this.screen.click(SPREAD))) {
      await this.screen.click(CONFIRM);
      return;
    }
    if (await this.screen.click(CONFIRM)) return;
    if (await this.clickedRegion()) return;
    await this.screen.click(ACTION);
  }

  /** Tap where the tokens of a region stand. */
  async tapRegion(region: number): Promise<void> {
    const place = await this.screen.run(insideOf, region);
    if (place !== null) await this.screen.clickAt(place);
  }

  private async isAsked(): Promise<boolean> {
    return (await this.screen.sees(ACTION)) || (await this.screen.sees(RESULT)) || (await this.isDone);
  }

  private async waitUntilAsked(patience: number): Promise<void> {
    const end = Date.now() + patience;
    while (Date.now() < end && !(await this.isAsked()))
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
  }

  /** Choose a region that can be chosen; which one changes from step to step. */
  private async clickedRegion(): Promise<boolean> {
    const targets = await this.screen.run(regionsToChoose, null);
    const region = targets[this.steps % targets.length];
    if (region === undefined) return false;
    await this.tapRegion(region);
    return true;
  }
}

/** Runs in the page: the numbers of the regions that can be chosen. */
function regionsToChoose(): number[] {
  return [...document.querySelectorAll<SVGGElement>("g.region.target")].map((region) =>
    Number(region.dataset["region"]),
  );
}

/** Runs in the page: a place inside of a region; the middle of its box may lie in a neighbour. */
function insideOf(region: number): Place | null {
  const path = document.querySelector<SVGPathElement>(`g.region[data-region="${region}"] path`);
  const matrix = path?.getScreenCTM();
  if (!path || !matrix) return null;
  const box = path.getBBox();
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
    if (!path.isPointInFill(inside)) continue;
    const shown = inside.matrixTransform(matrix);
    return { x: shown.x, y: shown.y };
  }
  return null;
}
