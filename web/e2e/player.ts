/** Somebody who plays by clicking in a page of Playwright. */
import type { Locator, Page } from "@playwright/test";
import { ClickingPlayer } from "./clicking";
import { type Place, type Screen, seen, type Target } from "./screen";

const PATIENCE_MS = 2_000;

class PlaywrightScreen implements Screen {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  run<Argument, Result>(work: (argument: Argument) => Result, argument: Argument): Promise<Result> {
    return this.page.evaluate<Result, Argument>(work as never, argument);
  }

  async sees(target: Target): Promise<boolean> {
    return (await this.page.evaluateHandle(seen, target)).asElement() !== null;
  }

  async click(target: Target): Promise<boolean> {
    const element = (await this.page.evaluateHandle(seen, target)).asElement();
    if (element === null) return false;
    try {
      await element.click({ timeout: PATIENCE_MS });
      return true;
    } catch {
      return false;
    }
  }

  clickAt({ x, y }: Place): Promise<void> {
    return this.page.mouse.click(x, y);
  }
}

export class Player extends ClickingPlayer {
  readonly page: Page;

  constructor(page: Page) {
    super(new PlaywrightScreen(page));
    this.page = page;
  }

  get ending(): Locator {
    return this.page.getByRole("list", { name: "Ranking" });
  }
}
