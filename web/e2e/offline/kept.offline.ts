/** The whole game is kept in the browser, and needs no network from then on. */
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { complaints } from "../axe";
import { Player } from "../player";
import { choose } from "../tables";
import { storedRows } from "./rows";
import { expect, test, type StaticSite } from "./staticSite";

const KEPT = /^Ready to play offline/;
const MINUTE = 60_000;

/** Keep everything, from the settings. */
async function keep(page: Page): Promise<void> {
  await page.goto("#/settings");
  await page.getByRole("button", { name: "Make available offline" }).click();
  await expect(page.getByText(KEPT).first()).toBeVisible({ timeout: MINUTE });
}

/** No network at all: neither for pages nor for the worker that answers in its place. */
async function goOffline(context: BrowserContext, site: StaticSite): Promise<void> {
  await context.setOffline(true);
  await site.end();
}

async function startGame(page: Page): Promise<void> {
  await page.goto("#/");
  await page.getByRole("button", { name: "Play now" }).click();
  await expect(page).toHaveURL(/#\/local\//, { timeout: MINUTE });
  await expect(page.locator("g.region").first()).toBeVisible({ timeout: MINUTE });
}

test("the game is kept, and goes on without a network after a reload in the middle of a turn", async ({
  page,
  context,
  site,
}) => {
  await choose(page, { speed: "off" });
  await keep(page);
  await goOffline(context, site);
  await startGame(page);
  const player = new Player(page);
  await player.playSome(7);
  const before = await storedRows(page);
  await page.reload();
  await expect(page.locator("g.region").first()).toBeVisible({ timeout: MINUTE });
  expect((await storedRows(page)).slice(0, before.length)).toEqual(before);
  await player.playSome(5);
  expect((await storedRows(page)).length).toBeGreaterThan(before.length);
  await page.goto("#/games");
  await expect(page.getByText("On this device").first()).toBeVisible();
});

for (const [language, word] of [
  ["de", "Jetzt spielen"],
  ["is", "Spila núna"],
] as const) {
  test(`everything is there without a network in ${language}, too`, async ({ page, context, site }) => {
    await choose(page, { speed: "off", language });
    await page.goto("#/settings");
    await page
      .locator("section", { has: page.locator("h2[id$=-offline]") })
      .getByRole("button")
      .first()
      .click();
    await expect(page.getByRole("progressbar")).toHaveCount(0, { timeout: MINUTE });
    await goOffline(context, site);
    for (const path of ["", "#/rules", "#/learn", "#/workshop", "#/maps", "#/new", "#/games", "#/credits"]) {
      await page.goto("about:blank");
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("html")).toHaveAttribute("lang", language);
    }
    await page.goto("#/");
    await page.getByRole("button", { name: word }).click();
    await expect(page.locator("g.region").first()).toBeVisible({ timeout: MINUTE });
  });
}

test("what the browser has cleared is noticed, said, and fetched again", async ({ page, context }) => {
  await keep(page);
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (request.url.includes("stdlib")) await cache.delete(request);
      }
    }
  });
  await page.reload();
  await page.getByRole("button", { name: "Check that everything is there" }).click();
  await expect(page.getByText("The browser has cleared a part").first()).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("button", { name: /^Download what is missing/ }).click();
  await expect(page.getByText("There is no connection to this site").first()).toBeVisible({
    timeout: MINUTE,
  });
  await context.setOffline(false);
  await page.getByRole("button", { name: /^Download what is missing/ }).click();
  await expect(page.getByText(KEPT).first()).toBeVisible({ timeout: MINUTE });
});

test("a download that is cut at 80 % goes on where it stopped", async ({ page, site }) => {
  site.spoil = (path, bytes) =>
    path.endsWith(".wasm") ? { bytes: bytes.subarray(0, bytes.length * 0.8), isCut: true } : { bytes };
  await page.goto("#/settings");
  await page.getByRole("button", { name: "Make available offline" }).click();
  await expect(page.getByText(/The download was cut off|There is no connection/).first()).toBeVisible({
    timeout: MINUTE,
  });
  site.spoil = (_path, bytes) => ({ bytes });
  const before = site.asked.length;
  await page.getByRole("button", { name: "Make available offline" }).click();
  await expect(page.getByText(KEPT).first()).toBeVisible({ timeout: MINUTE });
  const fonts = site.asked.slice(before).filter((path) => path.endsWith(".woff2"));
  expect(fonts).toEqual([]);
});

test("an update is offered between games, and a game that runs stays with its version", async ({
  page,
  site,
}) => {
  const newer = await mkdtemp(join(tmpdir(), "elbowroom-site-"));
  try {
    await cp(site.folder, newer, { recursive: true });
    await publish(newer);
    await choose(page, { speed: "off" });
    await keep(page);
    await startGame(page);
    const player = new Player(page);
    await player.playSome(3);
    site.folder = newer;
    await player.playSome(3);
    await expect(page.getByText("There is a new version")).toHaveCount(0);
    await page.reload();
    await expect(page.locator("g.region").first()).toBeVisible({ timeout: MINUTE });
    expect(await version(page)).toBe("first");
    await page.goto("#/settings");
    await page.getByRole("button", { name: "Download the new version" }).click();
    await page.getByRole("button", { name: "Use the new version" }).click({ timeout: MINUTE });
    // The page loads again meanwhile.
    await expect.poll(() => version(page).catch(() => "")).toBe("second");
    await page.goto("#/games");
    await page
      .getByRole("link", { name: /^Continue/ })
      .first()
      .click();
    await expect(page.locator("g.region").first()).toBeVisible({ timeout: MINUTE });
  } finally {
    await rm(newer, { recursive: true, force: true });
  }
});

/** Which version of the page is shown. */
function version(page: Page): Promise<string> {
  return page.evaluate(
    () => document.querySelector('meta[name="test-version"]')?.getAttribute("content") ?? "first",
  );
}

/** Make another version of a site: its page says so, and the list of its files knows it. */
async function publish(folder: string): Promise<void> {
  const shell = (await readFile(join(folder, "index.html"), "utf8")).replace(
    "</head>",
    '<meta name="test-version" content="second"></head>',
  );
  await writeFile(join(folder, "index.html"), shell);
  const list = join(folder, "offline.json");
  const known = JSON.parse(await readFile(list, "utf8")) as {
    version: string;
    files: { path: string; bytes: number; sha256: string }[];
  };
  const bytes = new TextEncoder().encode(shell);
  const digest = Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
  known.version = digest.slice(0, 16);
  known.files = known.files.map((file) =>
    file.path === "" ? { ...file, bytes: bytes.length, sha256: digest } : file,
  );
  await writeFile(list, JSON.stringify(known));
}

test("the new pages have nothing that axe complains of", async ({ page }) => {
  await choose(page, { speed: "off" });
  await keep(page);
  const found = await complaints(page, "settings");
  await startGame(page);
  found.push(...(await complaints(page, "a game on this device")));
  await page.goto("#/games");
  await expect(page.getByText("On this device").first()).toBeVisible();
  found.push(...(await complaints(page, "games")));
  await page.getByRole("button", { name: /^Delete:/ }).click();
  found.push(...(await complaints(page, "deleting")));
  await page.goto("#/watch");
  await expect(page.getByRole("heading", { name: "This needs a server" })).toBeVisible();
  found.push(...(await complaints(page, "what needs a server")));
  expect(found).toEqual([]);
});
