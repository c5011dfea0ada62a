import type { Page } from "@playwright/test";
import { expect, test } from "./server";
import { choose, openTable } from "./tables";

/** The fonts that the page has asked for, as paths. */
async function fontsOf(page: Page): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready);
  return page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.endsWith(".woff2")),
  );
}

test("the game page loads four fonts, all of them preloaded", async ({ page }) => {
  await choose(page, { speed: "off", name: "Ann" });
  await page.goto(`/t/${await openTable(page)}`, { waitUntil: "networkidle" });
  await expect(page.locator("section.bar h2")).toBeVisible();
  const preloaded = await page
    .locator("link[rel=preload][as=font]")
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLLinkElement).href).pathname));
  expect(preloaded).toHaveLength(4);
  expect((await fontsOf(page)).sort()).toEqual(preloaded.sort());
  expect(
    await page.evaluate(() => [...document.fonts].filter(({ status }) => status === "loaded").length),
  ).toBe(4);
});

test("a rarer letter brings the second part of the font it is written in", async ({ page }) => {
  await choose(page, { speed: "off", name: "Ann" });
  await page.goto("/", { waitUntil: "networkidle" });
  const before = await fontsOf(page);
  await page.evaluate(() => {
    document.querySelector("h1")?.append("Žižka");
  });
  await expect
    .poll(async () => (await fontsOf(page)).filter((path) => !before.includes(path)))
    .toHaveLength(1);
});
