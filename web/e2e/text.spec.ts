import type { Locator, Page } from "@playwright/test";
import { HALF_GAME } from "./long";
import { expect, test } from "./server";
import { choose, openTable } from "./tables";

const MOST_STEPS = 600;

/** Somebody who hears the table and types answers; what can be said is read from the suggestions. */
class Typist {
  readonly page: Page;
  steps = 0;

  constructor(page: Page) {
    this.page = page;
  }

  get line(): Locator {
    return this.page.getByRole("textbox", { name: "What do you want to do or know?" });
  }

  get answers(): Locator {
    return this.page.getByRole("region", { name: "Answers" });
  }

  get isOver(): Locator {
    return this.page.locator("#main").getByRole("heading", { name: "The game is over" }).first();
  }

  async say(text: string): Promise<void> {
    await this.line.focus();
    await this.page.keyboard.insertText(text);
    await this.page.keyboard.press("Enter");
  }

  async playToTheEnd(): Promise<void> {
    let before = "";
    while (await this.isAskedAnew(before)) {
      if (this.steps > MOST_STEPS) throw new Error("the game does not end");
      this.steps += 1;
      before = await this.question();
      await this.answer();
    }
  }

  /** Wait for the next question; false if the game is over instead. */
  private async isAskedAnew(before: string): Promise<boolean> {
    await expect
      .poll(async () => (await this.isOver.isVisible()) || (await this.isNew(before)), {
        timeout: 60_000,
        intervals: [100],
      })
      .toBe(true);
    return !(await this.isOver.isVisible());
  }

  private async isNew(before: string): Promise<boolean> {
    const now = await this.question();
    return now !== before && now !== "";
  }

  /** What is asked and what could be said; nothing while it is for somebody else to decide. */
  private question(): Promise<string> {
    return this.page.evaluate(() =>
      [...document.querySelectorAll(".prompt, .suggestions code")].map((part) => part.textContent).join("|"),
    );
  }

  private texts(): Promise<string[]> {
    return this.page.getByRole("list", { name: "Suggestions" }).locator("code").allInnerTexts();
  }

  private async answer(): Promise<void> {
    const texts = await this.texts();
    const turn = await this.page.getByRole("heading", { level: 1 }).innerText();
    const first = texts[0] ?? "";
    const place = this.page.getByRole("button", { name: "Place them like this" });
    if (texts.includes("decline") && /\b[47]\b/.test(turn)) await this.say("decline");
    else if (texts.includes("expand"))
      await this.page.getByRole("button", { name: "Expand", exact: true }).press("Enter");
    else if (await place.isVisible()) await place.press("Enter");
    else await this.say(first);
  }
}

test("a game is played to its end by typing and by pressing buttons of the text view", async ({ page }) => {
  test.slow();
  await choose(page, { speed: "off", textView: true });
  await page.goto(`/t/${await openTable(page, HALF_GAME)}`);
  const typist = new Typist(page);
  await typist.playToTheEnd();
  expect(typist.steps).toBeGreaterThan(20);
  await expect(page.locator("main").getByText(/^1\. .*coins?; /)).toBeVisible();
  await expect(page.locator("main g.region")).toHaveCount(0);
});

test("questions are answered in words, refusals say why, and the arrow key brings back what was typed", async ({
  page,
}) => {
  await choose(page, { speed: "off", textView: true });
  const position = "map 2-players\nplayers Ann Bob\nAnn Flying Trolls, 9 in hand <- to move";
  await page.goto(`/t/${await openTable(page, { position })}`);
  const typist = new Typist(page);
  await typist.say("cost 7");
  await expect(typist.answers).toContainText("Costs 3 tokens: base 2, lost tribe 1.");
  await typist.say("rules flying");
  await expect(typist.answers).toContainText("Flying:");
  await typist.say("conquer 99");
  await expect(typist.answers).toContainText("There is no region 99");
  await typist.say("dance");
  await expect(typist.answers).toContainText("dance is not an answer");
  await typist.line.press("ArrowUp");
  await expect(typist.line).toHaveValue("dance");
  await typist.line.press("ArrowUp");
  await expect(typist.line).toHaveValue("conquer 99");
  await typist.line.fill("conquer 7");
  await typist.line.press("Enter");
  await expect(typist.answers).toContainText(
    "Ann conquers Grandmother Down (7) with 3 tokens of the Trolls.",
  );
  await typist.say("undo");
  await expect(typist.answers).toContainText("Taken back.");
  await expect(page.locator(".prompt")).toContainText("9 tokens in hand");
});

test("what happens is announced, and that it is one's turn at once", async ({ page }) => {
  await choose(page, { speed: "off", textView: true });
  const position = "map 2-players\nplayers Ann Bob\nAnn Flying Trolls, 9 in hand <- to move";
  await page.goto(`/t/${await openTable(page, { position })}`);
  const typist = new Typist(page);
  await expect(page.getByRole("alert").filter({ hasText: "It is your turn" })).toBeAttached();
  await typist.say("conquer 7");
  await expect(page.getByRole("log")).toContainText("Ann conquers Grandmother Down (7)");
});
