import { HALF_GAME } from "./long";
import { expect, test } from "./server";
import { choose, openTable } from "./tables";
import { Typist } from "./typist";

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
