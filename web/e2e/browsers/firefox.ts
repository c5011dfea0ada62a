/** Firefox, driven over WebDriver BiDi. */
import puppeteer, { type Browser, type ElementHandle, type Page } from "puppeteer-core";
import { type Place, seen, type Target } from "../screen";
import { type Visit, WINDOW } from "./visit";

export class Firefox implements Visit {
  readonly errors: string[] = [];
  private readonly browser: Browser;
  private readonly page: Page;

  private constructor(browser: Browser, page: Page) {
    this.browser = browser;
    this.page = page;
    page.on("console", (message) => {
      if (message.type() === "error") this.errors.push(message.text());
    });
    page.on("pageerror", (error) => this.errors.push(String(error)));
  }

  static open(): Promise<Firefox> {
    return Firefox.launch({});
  }

  /** Every window is a private one: what it stores is gone when it closes. */
  static openPrivate(): Promise<Firefox> {
    return Firefox.launch({ "browser.privatebrowsing.autostart": true });
  }

  private static async launch(preferences: Record<string, unknown>): Promise<Firefox> {
    const browser = await puppeteer.launch({
      browser: "firefox",
      executablePath: process.env["FIREFOX"] ?? "/usr/bin/firefox-esr",
      headless: true,
      defaultViewport: WINDOW,
      extraPrefsFirefox: preferences,
    });
    return new Firefox(browser, await browser.newPage());
  }

  async goto(address: string): Promise<void> {
    await this.page.goto(address);
  }

  async reload(): Promise<void> {
    await this.page.reload();
  }

  run<Argument, Result>(work: (argument: Argument) => Result, argument: Argument): Promise<Result> {
    return this.page.evaluate(work as never, argument) as Promise<Result>;
  }

  async sees(target: Target): Promise<boolean> {
    return (await this.find(target)) !== null;
  }

  async click(target: Target): Promise<boolean> {
    const element = await this.find(target);
    if (element === null) return false;
    try {
      await element.click();
      return true;
    } catch {
      // It went away in the meantime.
      return false;
    }
  }

  clickAt({ x, y }: Place): Promise<void> {
    return this.page.mouse.click(x, y);
  }

  close(): Promise<void> {
    return this.browser.close();
  }

  private async find(target: Target): Promise<ElementHandle<HTMLElement> | null> {
    const found = await this.page.evaluateHandle(seen, target);
    return found.asElement() as ElementHandle<HTMLElement> | null;
  }
}
