/** The browser's storage is cleared, too small, refused, or only lent for a while, as in a private window. */
import type { BrowserContext, Page } from "@playwright/test";
import { Player } from "../player";
import { choose } from "../tables";
import { storedRows } from "./rows";
import { expect, prepare, test, type StaticSite } from "./staticSite";

const KEPT = /^Ready to play offline/;
const NOT_KEPT = "This game is not kept in this browser";
const MINUTE = 60_000;
/** More than the pages take, and less than the engine. */
const SMALL_QUOTA = 8_000_000;

async function startGame(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Play now" }).click();
  await expect(page.locator("g.region").first()).toBeVisible({ timeout: MINUTE });
}

async function says(page: Page, sentence: string | RegExp): Promise<void> {
  await expect(page.getByText(sentence).first()).toBeVisible({ timeout: MINUTE });
}

/** Give the site so much room, as the browser itself counts it; without a number as much as there is. */
async function setQuota(
  context: BrowserContext,
  page: Page,
  site: StaticSite,
  bytes?: number,
): Promise<void> {
  const devtools = await context.newCDPSession(page);
  const { origin } = new URL(site.url);
  await devtools.send("Storage.overrideQuotaForOrigin", {
    origin,
    ...(bytes === undefined ? {} : { quotaSize: bytes }),
  });
}

test("when the browser has cleared everything, the game says that it is gone, and a new one begins", async ({
  page,
  context,
  site,
}) => {
  await choose(page, { speed: "off" });
  await page.goto("#/settings");
  await page.getByRole("button", { name: "Make available offline" }).click();
  await says(page, KEPT);
  await page.goto("#/");
  await startGame(page);
  await new Player(page).playSome(3);
  const game = page.url();
  await page.goto("about:blank");
  const devtools = await context.newCDPSession(page);
  const { origin } = new URL(site.url);
  await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await page.goto(game);
  await says(page, NOT_KEPT);
  await page.goto("#/settings");
  await expect(page.getByRole("button", { name: "Make available offline" })).toBeVisible();
  await page.goto("#/");
  await startGame(page);
  await new Player(page).playSome(2);
  expect((await storedRows(page)).length).toBeGreaterThan(2);
});

test("too little room for the download is told, and with more room it goes on", async ({
  page,
  context,
  site,
}) => {
  await page.goto("#/settings");
  await setQuota(context, page, site, SMALL_QUOTA);
  await page.getByRole("button", { name: "Make available offline" }).click();
  await says(page, "There is not enough space on this device");
  await setQuota(context, page, site);
  await page.getByRole("button", { name: "Make available offline" }).click();
  await says(page, KEPT);
});

test("too little room for a newer download leaves games as they are", async ({ page, context, site }) => {
  await choose(page, { speed: "off" });
  await page.goto("");
  await startGame(page);
  await new Player(page).playSome(3);
  const game = page.url();
  const before = await storedRows(page);
  await page.goto("#/settings");
  await setQuota(context, page, site, SMALL_QUOTA);
  await page.getByRole("button", { name: "Make available offline" }).click();
  await says(page, "There is not enough space on this device");
  expect((await storedRows(page)).slice(0, before.length)).toEqual(before);
  await setQuota(context, page, site);
  await page.goto(game);
  await expect(page.locator("g.region").first()).toBeVisible({ timeout: MINUTE });
  await new Player(page).playSome(2);
});

test("a browser that refuses to keep files says so, and the game is played online all the same", async ({
  page,
}) => {
  // As private windows of older browsers do it.
  await page.addInitScript(() => {
    const refuse = (): Promise<never> => Promise.reject(new DOMException("not here", "SecurityError"));
    Object.assign(CacheStorage.prototype, {
      open: refuse,
      keys: refuse,
      has: refuse,
      match: refuse,
      delete: refuse,
    });
  });
  await choose(page, { speed: "off" });
  await page.goto("#/settings");
  await says(page, "This browser cannot keep the game");
  await page.goto("#/");
  await startGame(page);
  await new Player(page).playSome(3);
  expect((await storedRows(page)).length).toBeGreaterThan(3);
});

test("a private window plays and keeps, and with it everything goes", async ({ browser, site }) => {
  // A context of its own is what Chromium opens for a private window: its storage is in memory alone.
  const open = async (): Promise<Page> => {
    const context = await browser.newContext({ baseURL: site.url });
    await prepare(context);
    const page = await context.newPage();
    await choose(page, { speed: "off" });
    return page;
  };
  const page = await open();
  await page.goto("#/settings");
  await page.getByRole("button", { name: "Make available offline" }).click();
  await says(page, KEPT);
  await page.goto("#/");
  await startGame(page);
  await new Player(page).playSome(3);
  await page.reload();
  await expect(page.locator("g.region").first()).toBeVisible({ timeout: MINUTE });
  const game = page.url();
  await page.context().close();
  const again = await open();
  await again.goto(game);
  await says(again, NOT_KEPT);
  await again.goto("#/settings");
  await expect(again.getByRole("button", { name: "Make available offline" })).toBeVisible();
  await again.context().close();
});
