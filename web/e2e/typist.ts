/** Somebody who plays in the text view. */
import { expect, type Locator, type Page } from "@playwright/test";
import { BASE, textIn } from "./catalogues";

const MOST_STEPS = 600;

/** Somebody who hears the table in a language and types answers; what can be said is read from the suggestions. */
export class Typist {
  readonly page: Page;
  readonly language: string;
  steps = 0;
  /** What was asked when the last answer was given. */
  private before = "";

  constructor(page: Page, language = BASE) {
    this.page = page;
    this.language = language;
  }

  private text(key: string): string {
    return textIn(this.language, key);
  }

  /** The word that the language shows for a command. */
  word(command: string): string {
    return this.text(`command_${command}`).split(" ")[0] ?? command;
  }

  get line(): Locator {
    return this.page.getByRole("textbox", { name: this.text("web_text_command_label") });
  }

  get answers(): Locator {
    return this.page.getByRole("region", { name: this.text("web_text_answer") });
  }

  get isOver(): Locator {
    return this.page
      .locator("#main")
      .getByRole("heading", { name: this.text("web_text_ranking") })
      .first();
  }

  async say(text: string): Promise<void> {
    await this.line.focus();
    await this.page.keyboard.insertText(text);
    await this.page.keyboard.press("Enter");
  }

  async playToTheEnd(): Promise<void> {
    while (await this.isAskedAnew()) {
      if (this.steps > MOST_STEPS) throw new Error("the game does not end");
      await this.step();
    }
  }

  /** Answer if one is asked something new; false if not. */
  async tryStep(): Promise<boolean> {
    if ((await this.isOver.isVisible()) || !(await this.isNew())) return false;
    await this.step();
    return true;
  }

  private async step(): Promise<void> {
    this.steps += 1;
    this.before = await this.question();
    await this.answer();
  }

  /** Wait for the next question; false if the game is over instead. */
  private async isAskedAnew(): Promise<boolean> {
    await expect
      .poll(async () => (await this.isOver.isVisible()) || (await this.isNew()), {
        timeout: 60_000,
        intervals: [100],
      })
      .toBe(true);
    return !(await this.isOver.isVisible());
  }

  private async isNew(): Promise<boolean> {
    const now = await this.question();
    return now !== this.before && now !== "";
  }

  /** What is asked and what could be said; nothing while it is for somebody else to decide. */
  private question(): Promise<string> {
    return this.page.evaluate(() =>
      [...document.querySelectorAll(".prompt, .suggestions code")].map((part) => part.textContent).join("|"),
    );
  }

  private texts(): Promise<string[]> {
    return this.page
      .getByRole("list", { name: this.text("web_text_suggestions") })
      .locator("code")
      .allInnerTexts();
  }

  private async answer(): Promise<void> {
    const texts = await this.texts();
    const turn = await this.page.getByRole("heading", { level: 1 }).innerText();
    const first = texts[0] ?? "";
    const place = this.page.getByRole("button", { name: this.text("web_text_send") });
    const [decline, expand] = [this.word("decline"), this.word("expand")];
    if (texts.includes(decline) && /\b[47]\b/.test(turn)) await this.say(decline);
    else if (texts.includes(expand) && this.language === BASE)
      await this.page.getByRole("button", { name: "Expand", exact: true }).press("Enter");
    else if (texts.includes(expand)) await this.say(expand);
    else if (await place.isVisible()) await place.press("Enter");
    else await this.say(first);
  }
}
