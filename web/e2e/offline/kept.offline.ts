/** The whole game is kept in the browser, and needs no network from then on. */
import { createHash } from "node:crypto";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { complaints } from "../axe";
import { Player } from "../player";
import { choose } from "../tables";
import { storedRows } from "./rows";
import { expect, openProfile, test, type StaticSite } from "./staticSite";

const KEPT = /^Ready to play offline/;
const MINUTE = 60_000;
/** How many files are downloaded at the same time. */
const AT_ONCE = 4;
/** A file that only the newer version of a site has. */
const ADDED = "assets/added.txt";

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

test("a download that is cut at 80 % of all of it says so and goes on where it stopped", async ({
  page,
  site,
}) => {
  const list = await offlineList(site.folder);
  const whole = list.files.reduce((sum, { bytes }) => sum + bytes, 0);
  await page.goto("#/settings");
  await expect(page.getByRole("button", { name: "Make available offline" })).toBeVisible();
  const arrived = new Set<string>();
  let left = Math.floor(whole * 0.8);
  site.spoil = (path, bytes) => {
    if (path === "offline.json") return { bytes };
    const sent = bytes.subarray(0, Math.max(0, left));
    left -= sent.length;
    if (sent.length < bytes.length) return { bytes: sent, isCut: true };
    arrived.add(path);
    return { bytes };
  };
  await page.getByRole("button", { name: "Make available offline" }).click();
  await expect(page.getByText(/The download was cut off|There is no connection/).first()).toBeVisible({
    timeout: MINUTE,
  });
  site.spoil = (_path, bytes) => ({ bytes });
  const before = site.asked.length;
  await page.getByRole("button", { name: "Make available offline" }).click();
  await expect(page.getByText(KEPT).first()).toBeVisible({ timeout: MINUTE });
  // Those that were on their way when another file failed were given up with it.
  const kept = list.files.map(({ path }) => path || "index.html").filter((path) => arrived.has(path));
  const again = kept.filter((path) => site.asked.includes(path, before));
  expect(kept.length).toBeGreaterThan(20);
  expect(again.length).toBeLessThanOrEqual(AT_ONCE);
});

test("in airplane mode the game starts after a restart of the browser", async ({ site, launchOptions }) => {
  const profile = await mkdtemp(join(tmpdir(), "elbowroom-profile-"));
  try {
    const first = await openProfile(profile, site, launchOptions);
    await keep(await first.newPage());
    await first.close();
    await site.end();
    const second = await openProfile(profile, site, launchOptions);
    await second.setOffline(true);
    const page = await second.newPage();
    await choose(page, { speed: "off" });
    await page.goto(site.url);
    await startGame(page);
    await new Player(page).playSome(5);
    expect((await storedRows(page)).length).toBeGreaterThan(5);
    const address = page.url();
    await second.close();
    const third = await openProfile(profile, site, launchOptions);
    await third.setOffline(true);
    const again = await third.newPage();
    await again.goto(address);
    await expect(again.locator("g.region").first()).toBeVisible({ timeout: MINUTE });
    await new Player(again).playSome(2);
    await third.close();
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
});

test("a half-downloaded update leaves the version before as it was, also without a network", async ({
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
    await new Player(page).playSome(3);
    const game = page.url();
    site.folder = newer;
    site.spoil = (path, bytes) =>
      path === ADDED ? { bytes: bytes.subarray(0, bytes.length / 2), isCut: true } : { bytes };
    await page.goto("#/settings");
    await page.reload();
    await page.getByRole("button", { name: "Download the new version" }).click();
    await expect(page.getByText("The download was cut off").first()).toBeVisible({ timeout: MINUTE });
    site.isDown = true;
    await page.goto("about:blank");
    await page.goto(game);
    await expect(page.locator("g.region").first()).toBeVisible({ timeout: MINUTE });
    expect(await version(page)).toBe("first");
    await new Player(page).playSome(3);
    await page.goto("#/settings");
    await page.getByRole("button", { name: "Check that everything is there" }).click();
    await expect(page.getByText("Everything is there and undamaged").first()).toBeVisible({
      timeout: MINUTE,
    });
    site.isDown = false;
    site.spoil = (_path, bytes) => ({ bytes });
    await page.reload();
    await page.getByRole("button", { name: "Download the new version" }).click();
    await page.getByRole("button", { name: "Use the new version" }).click({ timeout: MINUTE });
    await expect.poll(() => version(page).catch(() => "")).toBe("second");
  } finally {
    await rm(newer, { recursive: true, force: true });
  }
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

interface ListOfFiles {
  version: string;
  files: { path: string; bytes: number; sha256: string }[];
}

/** What a site says it consists of. */
async function offlineList(folder: string): Promise<ListOfFiles> {
  return JSON.parse(await readFile(join(folder, "offline.json"), "utf8")) as ListOfFiles;
}

/** Make another version of a site: its page says so, it has a file more, and the list of its files knows both. */
async function publish(folder: string): Promise<void> {
  const shell = (await readFile(join(folder, "index.html"), "utf8")).replace(
    "</head>",
    '<meta name="test-version" content="second"></head>',
  );
  const list = await offlineList(folder);
  const page = await writeListed(folder, "", Buffer.from(shell));
  const added = await writeListed(folder, ADDED, Buffer.alloc(200_000, "new "));
  const files = [...list.files.filter(({ path }) => path !== ""), page, added];
  const known = { ...list, version: page.sha256.slice(0, 16), files };
  await writeFile(join(folder, "offline.json"), JSON.stringify(known));
}

/** Write a file of a site; what its list says of it. */
async function writeListed(
  folder: string,
  path: string,
  data: Buffer,
): Promise<ListOfFiles["files"][number]> {
  await writeFile(join(folder, path || "index.html"), data);
  return { path, bytes: data.length, sha256: createHash("sha256").update(data).digest("hex") };
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
  await page.getByRole("button", { name: /^Delete/ }).click();
  found.push(...(await complaints(page, "deleting")));
  await page.goto("#/watch");
  await expect(page.getByRole("heading", { name: "This needs a server" })).toBeVisible();
  found.push(...(await complaints(page, "what needs a server")));
  expect(found).toEqual([]);
});
