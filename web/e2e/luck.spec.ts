import type { Page } from "@playwright/test";
import { expect, Server, test } from "./server";
import { choose } from "./tables";

/** What lies in the column of a game that is begun on the home page. */
async function firstColumn(page: Page): Promise<string[]> {
  await choose(page, { speed: "off" });
  await page.goto("/");
  await page.getByRole("button", { name: "Play now" }).click();
  await expect(page.locator("button.combo").first()).toBeVisible();
  return page.locator("button.combo").allInnerTexts();
}

test("a game that is begun on the home page has the same luck in every run", async ({ page, browser }) => {
  const column = await firstColumn(page);
  expect(column).toHaveLength(6);
  const server = await Server.begin();
  const context = await browser.newContext({ baseURL: server.url });
  try {
    expect(await firstColumn(await context.newPage())).toEqual(column);
  } finally {
    await context.close();
    await server.end();
  }
});
