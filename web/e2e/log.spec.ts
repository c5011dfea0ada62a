import { Player } from "./player";
import { expect, test } from "./server";
import { choose, openTable } from "./tables";

test.beforeEach(async ({ page }) => {
  await choose(page, { speed: "off", confirmEnd: false, confirmRoll: false });
});

test("turns that are over are one line each, which unfolds by mouse and by keys", async ({ page }) => {
  await page.goto(`/t/${await openTable(page)}`);
  const player = new Player(page);
  const turns = page.locator(".log section");
  while ((await turns.count()) < 4) await player.step();
  const first = turns.nth(1).getByRole("button");
  await expect(first).toHaveText(/^\s*1\. .+: (\+\d+\sregions?, )?\+\d+\scoins?$/);
  await expect(first).toHaveAttribute("aria-expanded", "false");
  await expect(turns.nth(1).locator("li")).toHaveCount(0);
  await first.click();
  await expect(turns.nth(1).locator("li").filter({ hasText: "picks" })).toHaveCount(1);
  // Regions are called by their names, and whoever pays coins by theirs.
  await expect(turns.nth(1)).toContainText(/conquers [A-Z][^(]+ \(\d+\) with/);
  await first.press("ArrowLeft");
  await expect(turns.nth(1).locator("li")).toHaveCount(0);
  await first.press("ArrowRight");
  await first.press("ArrowDown");
  await expect(turns.nth(1).getByRole("link").first()).toBeFocused();
});

test("the log is one stop of the tab key", async ({ page }) => {
  await page.goto(`/t/${await openTable(page)}`);
  const player = new Player(page);
  while ((await page.locator(".log section").count()) < 3) await player.step();
  await expect(page.locator(".log [tabindex='0']")).toHaveCount(1);
});
