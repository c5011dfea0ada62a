/** Two tabs with the same game: it stays one game. */
import { Player } from "../player";
import { choose } from "../tables";
import { storedRows } from "./rows";
import { expect, test } from "./staticSite";

test("two tabs play one game together, and it does not fork", async ({ page, context }) => {
  await choose(page, { speed: "off" });
  await page.goto("");
  await page.getByRole("button", { name: "Play now" }).click();
  await expect(page).toHaveURL(/#\/local\//, { timeout: 60_000 });
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.locator("g.region").first()).toBeVisible({ timeout: 60_000 });
  const [one, two] = [new Player(page), new Player(other)];
  // Both click as fast as they can: whoever comes second is told so, or sees what the first has done.
  await Promise.all([one.playToTheEnd(), two.playToTheEnd()]);
  const ranking = await one.ending.innerText();
  expect(await two.ending.innerText()).toBe(ranking);
  const rows = await storedRows(page);
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
  await page.reload();
  await expect(one.ending).toBeVisible({ timeout: 60_000 });
  expect(await one.ending.innerText()).toBe(ranking);
});
