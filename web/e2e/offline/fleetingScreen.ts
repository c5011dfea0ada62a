import type { Page } from "@playwright/test";
import { seen, type Place, type Screen, type Target } from "../screen";

/** A screen that holds on to nothing of the page: its browser may be gone at any moment, and what is thrown away there is free. */
export class FleetingScreen implements Screen {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  run<Argument, Result>(work: (argument: Argument) => Result, argument: Argument): Promise<Result> {
    return this.page.evaluate<Result, Argument>(work as never, argument);
  }

  sees(target: Target): Promise<boolean> {
    return this.with(target, "element !== null");
  }

  click(target: Target): Promise<boolean> {
    return this.with(target, "element?.click() ?? element !== null");
  }

  clickAt({ x, y }: Place): Promise<void> {
    return this.page.mouse.click(x, y);
  }

  private with(target: Target, work: string): Promise<boolean> {
    return this.page.evaluate(
      `((element) => ${work})((${seen.toString()})(${JSON.stringify(target)}))`,
    ) as Promise<boolean>;
  }
}
