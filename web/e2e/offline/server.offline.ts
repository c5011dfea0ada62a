/** A server that offers the engine, too: games are played there or on this device, and go from one to the other. */
import { join } from "node:path";
import { test as base, type Page } from "@playwright/test";
import { Player } from "../player";
import { giveRecord, savedRecord } from "../records";
import { Server } from "../server";
import { choose } from "../tables";
import { board, LOCAL_TABLE, MINUTE, openMenu, playNow } from "./localGame";
import { expect, prepare } from "./staticSite";

const ENGINE = join(import.meta.dirname, "../../../dist/wasm");
const SERVER_TABLE = /\/t\/([^/?#]+)$/;

/** Tests with a server of their own, which they may stop. */
const test = base.extend<{ server: Server }>({
  server: async ({}, use) => {
    const server = await Server.begin(ENGINE);
    await use(server);
    await server.end();
  },
  baseURL: async ({ server }, use) => {
    await use(server.url);
  },
  context: async ({ context }, use) => {
    await prepare(context);
    await use(context);
  },
});

test.beforeEach(async ({ page }) => {
  await choose(page, { speed: "off", confirmEnd: false, confirmRoll: false, level: "gentle" });
});

async function playAt(page: Page, place: "On the server" | "On this device"): Promise<void> {
  await page.getByRole("group", { name: "Where" }).getByText(place).click();
}

interface Shown {
  status: string;
  is_practice: boolean;
  begun_elsewhere: number | null;
}

/** The table of the server that is open, as its API tells it. */
async function shownTable(page: Page): Promise<Shown> {
  const [, table] = SERVER_TABLE.exec(page.url()) ?? [];
  return (await (await page.request.get(`/api/tables/${table}`)).json()) as Shown;
}

/** Take back what luck has answered, as soon as that is what is left to take back. */
async function takeBackMore(page: Page, player: Player): Promise<void> {
  const more = page.getByRole("button", { name: "Take back more" });
  await expect
    .poll(async () => {
      if (!(await more.isVisible())) await player.step();
      return more.isVisible();
    })
    .toBe(true);
  await more.click();
  const dialog = page.getByRole("dialog", { name: "Take back what luck has answered?" });
  await dialog.getByRole("button", { name: "Take back more" }).click();
  await expect(dialog).toHaveCount(0);
}

test("a game on this device is practice, goes on at the server, and comes back as a copy", async ({
  page,
}) => {
  test.setTimeout(5 * MINUTE);
  const player = new Player(page);
  await page.goto("/");
  await playAt(page, "On this device");
  await expect(page.getByText("It works without a network.")).toBeVisible();
  await playNow(page);
  await player.playSome(3);
  await takeBackMore(page, player);
  await player.playSome(3);

  await (await openMenu(page)).getByRole("button", { name: "Go on at the server" }).click();
  await expect(page).toHaveURL(SERVER_TABLE, { timeout: MINUTE });
  await expect(board(page)).toBeVisible({ timeout: MINUTE });
  const shown = await shownTable(page);
  expect(shown).toMatchObject({ status: "running", is_practice: true });
  expect(shown.begun_elsewhere).toBeGreaterThan(0);
  await player.playSome(3);

  await (await openMenu(page)).getByRole("button", { name: "Take a copy along" }).click();
  await expect(page).toHaveURL(LOCAL_TABLE, { timeout: MINUTE });
  await expect(board(page)).toBeVisible({ timeout: MINUTE });
  await player.playSome(3);

  // All three are there, each as what it is.
  await page.goto("/games");
  await expect(page.getByRole("link", { name: /^Continue/ })).toHaveCount(3);
  await expect(page.getByRole("article").filter({ hasText: "Practice" })).toHaveCount(3);
  await expect(page.getByRole("article").filter({ hasText: "On this device" })).toHaveCount(2);
  await expect(page.getByRole("article").filter({ hasText: "Begun elsewhere" })).toHaveCount(2);
});

test("a record of a game begun anywhere is played on at a private table of the server", async ({ page }) => {
  test.setTimeout(5 * MINUTE);
  await page.goto("/");
  await playAt(page, "On this device");
  await playNow(page);
  await new Player(page).playSome(6);
  await openMenu(page);
  const record = await savedRecord(page);
  await page.goto("/watch");
  await giveRecord(page, record);
  await page.getByRole("button", { name: "Go on at the server" }).click();
  await expect(page).toHaveURL(SERVER_TABLE, { timeout: MINUTE });
  await expect(board(page)).toBeVisible({ timeout: MINUTE });
  await new Player(page).playSome(2);
  expect(await shownTable(page)).toMatchObject({ status: "running", is_practice: false });
});

test("when the server cannot be reached, the game is played on this device", async ({ page, server }) => {
  test.setTimeout(5 * MINUTE);
  const player = new Player(page);
  // Whoever has everything on the device needs nobody else.
  await page.goto("/settings");
  await page.getByRole("button", { name: "Make available offline" }).click();
  await expect(page.getByText(/^Ready to play offline/).first()).toBeVisible({ timeout: MINUTE });
  await page.goto("/");
  await playAt(page, "On the server");
  await page.getByRole("button", { name: "Play now" }).click();
  await expect(page).toHaveURL(SERVER_TABLE);
  await player.playSome(2);
  await server.kill();
  await page.getByRole("link", { name: "Home" }).click();
  await playNow(page);
  await expect(
    page.getByText("The server cannot be reached, so this game is played on this device."),
  ).toBeVisible();
  await player.playSome(3);
});
