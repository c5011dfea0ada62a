import { expect, test } from "./server";
import { choose, openTable } from "./tables";

test("the numbers of the rules are behind a switch, which is remembered", async ({ page }) => {
  await page.goto("/rules");
  await expect(page.locator("article").first()).toBeVisible();
  await expect(page.locator(".ids")).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Show the numbers of the rules" }).check();
  await expect(page.locator(".ids").first()).toHaveText("TRN-8 · SCO-1");
  await page.reload();
  await expect(page.locator(".ids").first()).toBeVisible();
});

test("who searches sees the three best answers first, and the others on request", async ({ page }) => {
  await page.goto("/rules");
  await page.getByRole("searchbox").fill("mountain");
  await expect(page.getByRole("heading", { name: "The 3 best answers" })).toBeVisible();
  await expect(page.locator(".hits > li:visible")).toHaveCount(3);
  await page.locator(".more summary").click();
  expect(await page.locator(".hits > li:visible").count()).toBeGreaterThan(3);
  // The number of a rule is found and seen without the switch.
  await page.getByRole("searchbox").fill("CON-3");
  await expect(page.locator(".ids mark").first()).toHaveText("CON-3");
});

test("every race and special power has its page, which is reached from the rules", async ({ page }) => {
  await page.goto("/rules");
  const links = page.locator(
    "article.piece a[href^='/rules/races/'], article.piece a[href^='/rules/powers/']",
  );
  await expect(links).toHaveCount(34);
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.getByRole("heading", { name: "In decline", exact: true })).toBeVisible();
    await expect(page.locator("article li").first()).toHaveText(/\w+ \w+.*\.$/);
  }
  await page.goto("/rules/races/unicorns");
  await expect(page.getByText("There is no such race")).toBeVisible();
});

test("a combo's text in a game leads to the pages of its race and its power", async ({ page }) => {
  await choose(page, { speed: "off" });
  const position = "map 2-players\nplayers Ann Bob\nAnn Flying Trolls, 9 in hand <- to move";
  await page.goto(`/t/${await openTable(page, { position })}`);
  await page
    .getByRole("button", { name: /Flying Trolls/ })
    .first()
    .click();
  const link = page.getByRole("link", { name: "All about Trolls" });
  await expect(link).toHaveAttribute("href", "/rules/races/trolls");
  const opened = page.waitForEvent("popup");
  await link.click();
  await expect((await opened).getByRole("heading", { level: 1 })).toHaveText("Trolls");
});

test("chapters are shown on the map, drawn when one comes to them", async ({ page }) => {
  await page.goto("/rules");
  const picture = page.locator("section.cost figure");
  await expect(page.locator("section figure")).toHaveCount(18);
  await expect(page.locator("section.markers figure .board")).toHaveCount(0);
  await picture.scrollIntoViewIfNeeded();
  await expect(picture.locator(".board img")).toBeVisible();
  // The example of its text: a mountain with two Trolls and their lair costs 6.
  await expect(picture.locator("[data-region='9']")).toBeAttached();
  // It is only to be looked at: the tab key leads past it, and nothing of it is read aloud.
  await expect(picture).toHaveAttribute("inert");
});

test("on a phone the pictures stay inside of the page's paper", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/rules");
  const picture = page.locator("section.goal figure");
  await expect(picture.locator(".board img")).toBeVisible();
  const [inner, outer] = [await picture.boundingBox(), await page.locator(".text").boundingBox()];
  if (inner === null || outer === null) throw new Error("there is no picture");
  expect(inner.x).toBeGreaterThanOrEqual(outer.x);
  expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
});

test("a link to a chapter leads there, also when the pictures before it come later", async ({ page }) => {
  await page.goto("/rules#markers");
  await expect(page.locator("section figure")).toHaveCount(18);
  await expect(page.locator("#rule-markers")).toBeInViewport();
});
