import type { Browser, Page } from "@playwright/test";
import { Player } from "./player";
import { expect, test, type Server } from "./server";
import { choose } from "./tables";

const LAST_TURN = "map 2-players\nplayers Ann Bob\ngame-turn 10";

interface Opened {
  table: string;
  invite: string;
}

type Seen = Record<string, { seats: { commitment: string }[] }>;

async function somebody(browser: Browser, server: Server, name: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await choose(page, { speed: "off", name });
  return page;
}

async function opened(page: Page): Promise<Opened> {
  await page.request.post("/api/guest");
  const answer = await page.request.post("/api/tables", { data: { players: 2, position: LAST_TURN } });
  return (await answer.json()) as Opened;
}

async function sitDown(page: Page, { table, invite }: Opened): Promise<void> {
  await page.goto(`/t/${table}#invite=${invite}`);
  await page.getByRole("button", { name: "Sit down" }).first().click();
}

async function seats(page: Page, table: string): Promise<Record<string, unknown>[]> {
  const state = (await (await page.request.get(`/api/tables/${table}`)).json()) as {
    seats: Record<string, unknown>[];
  };
  return state.seats;
}

test("two browsers commit to their numbers, tell them, and find at the end what they saw before", async ({
  browser,
  server,
}) => {
  test.setTimeout(120_000);
  const ann = await somebody(browser, server, "Ann");
  const bob = await somebody(browser, server, "Bob");
  const game = await opened(ann);
  await sitDown(ann, game);
  await expect(ann.getByRole("button", { name: /Leave/ })).toBeVisible();
  expect((await seats(ann, game.table))[0]).toMatchObject({ owes_nonce: true, nonce: "" });
  await sitDown(bob, game);
  await expect(bob.locator("g.region").first()).toBeVisible();
  await expect(ann.locator("g.region").first()).toBeVisible();
  for (const seat of await seats(ann, game.table)) {
    expect(seat).toMatchObject({ is_early: false, is_given_up: false, nonce: "5e".repeat(20) });
  }
  const players = [new Player(ann), new Player(bob)];
  while (!(await Promise.all(players.map((player) => player.isDone))).every(Boolean)) {
    for (const player of players) await player.step(50);
  }
  await ann.getByRole("tab", { name: "Fair luck" }).click();
  const panel = ann.getByRole("tabpanel");
  await expect(panel).toContainText("Nobody could choose the luck");
  await expect(panel).toContainText("those that this browser saw bound before the game");
  await expect(panel).toContainText("nothing was rewritten");
  await expect(panel).toContainText("has signed the log");
  await expect(panel.locator(".bad")).toHaveCount(0);

  // Had another number been committed to then, this browser would know.
  const later = await ann.context().newPage();
  await ann.goto("/rules");
  await ann.evaluate((table) => {
    const seen = JSON.parse(localStorage.getItem("elbowroom.seen") ?? "{}") as Seen;
    for (const seat of seen[table]?.seats ?? []) seat.commitment = "00".repeat(32);
    localStorage.setItem("elbowroom.seen", JSON.stringify(seen));
  }, game.table);
  await later.goto(`/t/${game.table}`);
  await later.getByRole("tab", { name: "Fair luck" }).click();
  const found = later.getByRole("tabpanel").locator(".bad");
  await expect(found).toHaveText(/saw another seed or other numbers bound/);
});

test("who leaves the page while the table waits is not waited for, and loses nothing", async ({
  browser,
  server,
}) => {
  const ann = await somebody(browser, server, "Ann");
  const bob = await somebody(browser, server, "Bob");
  const game = await opened(ann);
  await sitDown(ann, game);
  await expect(ann.getByRole("button", { name: /Leave/ })).toBeVisible();
  await ann.goto("/rules");
  await expect
    .poll(async () => (await seats(ann, game.table))[0])
    .toMatchObject({ owes_nonce: false, is_early: true });
  await ann.goto(`/t/${game.table}`);
  await expect
    .poll(async () => (await seats(ann, game.table))[0])
    .toMatchObject({ owes_nonce: true, is_early: false });
  await ann.close();
  await expect.poll(async () => (await seats(bob, game.table))[0]).toMatchObject({ is_early: true });
  await sitDown(bob, game);
  await expect(bob.locator("g.region").first()).toBeVisible();
  expect((await seats(bob, game.table))[0]).toMatchObject({ is_given_up: false, is_taken_over: false });
});

test("who does not tell a number gives up the seat to a computer, and is told so", async ({
  browser,
  server,
}) => {
  test.setTimeout(90_000);
  const ann = await somebody(browser, server, "Ann");
  const bob = await somebody(browser, server, "Bob");
  const game = await opened(ann);
  const join = { name: "Ann", commitment: "00".repeat(32) };
  expect((await ann.request.post(`/api/tables/${game.table}/join`, { data: join })).ok()).toBe(true);
  await sitDown(bob, game);
  await expect(bob.getByText("Everybody is here: the game begins in a moment.")).toBeVisible();
  await expect(bob.locator("g.region").first()).toBeVisible({ timeout: 40_000 });
  await expect(bob.getByText("A computer plays for Ann to the end.").first()).toBeVisible();
  await ann.goto(`/t/${game.table}`);
  await expect(ann.getByText("your number for the dealer did not come in time").first()).toBeVisible();
  await expect(ann.getByRole("button", { name: "Play again yourself" })).toHaveCount(0);
});
