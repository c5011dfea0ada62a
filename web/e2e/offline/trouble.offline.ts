/** What goes wrong on a device is told in a sentence, and what was kept stays. */
import type { Page } from "@playwright/test";
import { Player } from "../player";
import { choose } from "../tables";
import { storedRows } from "./rows";
import { expect, test } from "./staticSite";

const ENGINE = /^engine\/[^/]+\//;
const CUT = 0.8;
const TABLE_ADDRESS = /#\/local\//;

async function startGame(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Play now" }).click();
}

/** It is shown, and spoken. */
async function says(page: Page, sentence: string): Promise<void> {
  await expect(page.getByText(sentence).first()).toBeVisible({ timeout: 60_000 });
}

test("a download that is cut says so, and the next one works", async ({ page, site }) => {
  site.spoil = (path, bytes) =>
    path.endsWith(".wasm") ? { bytes: bytes.subarray(0, bytes.length * CUT), isCut: true } : { bytes };
  await page.goto("");
  await startGame(page);
  await says(page, "The game could not be loaded onto this device.");
  site.spoil = (_path, bytes) => ({ bytes });
  await startGame(page);
  await expect(page).toHaveURL(TABLE_ADDRESS, { timeout: 60_000 });
});

test("a file with a wrong hash is not used, and the next download works", async ({ page, site }) => {
  site.spoil = (path, bytes) => {
    if (!ENGINE.test(path) || !path.endsWith("elbowroom.zip")) return { bytes };
    const damaged = Buffer.from(bytes);
    damaged[damaged.length >> 1] = (damaged[damaged.length >> 1] ?? 0) ^ 1;
    return { bytes: damaged };
  };
  await page.goto("");
  await startGame(page);
  await says(page, "A file of the game arrived damaged and was not used.");
  site.spoil = (_path, bytes) => ({ bytes });
  await startGame(page);
  await expect(page).toHaveURL(TABLE_ADDRESS, { timeout: 60_000 });
});

for (const missing of ["WebAssembly", "Worker", "indexedDB"]) {
  test(`a browser without ${missing} is told what it lacks, and reads the rules all the same`, async ({
    page,
  }) => {
    await page.addInitScript((name) => {
      Reflect.deleteProperty(globalThis, name);
      Reflect.deleteProperty(Window.prototype, name);
    }, missing);
    await page.goto("");
    await startGame(page);
    await says(page, "This browser cannot run the game by itself");
    await page.getByRole("link", { name: "Rules", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
}

test("storage that is refused is told, and nothing is opened", async ({ page, context }) => {
  // As a private window of some browsers does it: the database is there and cannot be opened.
  await context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("not here", "SecurityError");
    };
  });
  await page.route("**/deskWorker-*.js", async (route) => {
    const response = await route.fetch();
    const refuse = 'IDBFactory.prototype.open=()=>{throw new DOMException("not here","SecurityError")};';
    await route.fulfill({ response, body: refuse + (await response.text()) });
  });
  await page.goto("");
  await startGame(page);
  await says(page, "This browser does not let the page keep anything");
  await expect(page).not.toHaveURL(TABLE_ADDRESS);
});

test("when the storage is full, the move is refused, and the game goes on from before it", async ({
  page,
}) => {
  // As a full disk does it, from the moment that the test says so.
  await page.route("**/deskWorker-*.js", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `(${fillDisk.toString()})();${await response.text()}` });
  });
  await choose(page, { speed: "off" });
  await page.goto("");
  await startGame(page);
  await expect(page).toHaveURL(TABLE_ADDRESS, { timeout: 60_000 });
  const player = new Player(page);
  await player.playSome(6);
  await page.evaluate(() => new BroadcastChannel("disk").postMessage("full"));
  const refusal = page.getByText("There is no room left on this device").first();
  await expect
    .poll(async () => {
      await player.step(500);
      return refusal.isVisible();
    })
    .toBe(true);
  const before = await storedRows(page);
  await page.evaluate(() => new BroadcastChannel("disk").postMessage("free"));
  await page.reload();
  await expect(page.locator("g.region").first()).toBeVisible({ timeout: 60_000 });
  expect((await storedRows(page)).slice(0, before.length)).toEqual(before);
  await player.playToTheEnd();
  await expect(player.ending).toBeVisible();
});

/** Runs in the worker: storing fails while the disk is said to be full. */
function fillDisk(): void {
  let isFull = false;
  const { add } = IDBObjectStore.prototype;
  new BroadcastChannel("disk").onmessage = ({ data }: MessageEvent<string>) => (isFull = data === "full");
  IDBObjectStore.prototype.add = function (this: IDBObjectStore, value: unknown): IDBRequest<IDBValidKey> {
    if (isFull) throw new DOMException("the disk is full", "QuotaExceededError");
    return add.call(this, value);
  };
}
