/** A window of 1280 by 1024 at 400 %: everything is there, and nobody has to scroll sideways (WCAG 1.4.10). */
import { cutWords } from "./measures";
import { PAGES } from "./pages";
import { Player } from "./player";
import { MIDDLE } from "./positions";
import { expect, test } from "./server";
import { choose, drawn, openTable } from "./tables";

test.use({ viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 });

test.beforeEach(async ({ page }) => {
  await choose(page, { speed: "off", name: "Ann", confirmEnd: false, confirmRoll: false });
});

test("nothing is cut at 400 % on any page", async ({ page }) => {
  const lobby = `/t/${await openTable(page, { computers: [] })}`;
  for (const address of [...PAGES, lobby]) {
    await page.goto(address, { waitUntil: "networkidle" });
    await expect(page.locator("h1")).toBeVisible();
    expect(await cutWords(page), address).toEqual([]);
  }
});

test("a turn is played at 400 %, on a map as wide as the window and without scrolling sideways", async ({
  page,
}) => {
  await page.goto(`/t/${await openTable(page, { position: MIDDLE[2] ?? "" })}`);
  await drawn(page);
  const prompt = page.locator("section.bar h2");
  await expect(prompt).toHaveText(/5 tokens/);
  expect((await page.locator("g.region[data-region='18']").boundingBox())?.width).toBeGreaterThan(44);
  expect(await cutWords(page)).toEqual([]);
  await expect(page).toHaveScreenshot("zoom-game.png");
  await new Player(page).tapRegion(5);
  await expect(prompt).toHaveText(/3 tokens/);
  await page.getByRole("button", { name: "End conquests" }).click();
  await page.getByRole("button", { name: "Spread evenly" }).click();
  expect(await cutWords(page)).toEqual([]);
  await page.getByRole("button", { name: "Redeploy like this" }).click();
  await expect(prompt).not.toHaveText(/Redeploy/);
  // One scrolls from the map to the buttons, and all of both can be seen.
  const last = page.locator("[data-action]").last();
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport({ ratio: 1 });
});

test("a combo is picked at 400 %", async ({ page }) => {
  await page.goto(
    `/t/${await openTable(page, { position: "map 2-players\nplayers Ann Bob\nturn Ann pick" })}`,
  );
  await page.locator("button.combo").nth(1).click();
  expect(await cutWords(page)).toEqual([]);
  await page.locator("[data-action=':confirm']").click();
  await expect(page.locator("section.bar h2")).toHaveText(/Conquer|turn/);
});

for (const [name, address] of [
  ["home", "/"],
  ["settings", "/settings"],
] as const) {
  test(`${name} at 400 % looks as it did`, async ({ page }) => {
    await page.goto(address, { waitUntil: "networkidle" });
    await expect(page).toHaveScreenshot(`zoom-${name}.png`);
  });
}
