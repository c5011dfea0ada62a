import { HALF_GAME } from "./long";
import { Player } from "./player";
import { expect, Server, test } from "./server";
import { choose, openTable } from "./tables";

test("two browsers finish a game, though one reloads, loses its connection, and the server is killed", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const server = await Server.begin();
  try {
    const contexts = await Promise.all([1, 2].map(() => browser.newContext({ baseURL: server.url })));
    const [ann, bob] = await Promise.all(contexts.map((context) => context.newPage()));
    if (ann === undefined || bob === undefined) throw new Error("there are two pages");
    await choose(ann, { speed: "off", name: "Ann" });
    await choose(bob, { speed: "off", name: "Bob" });

    await ann.request.post("/api/guest");
    const opened = await ann.request.post("/api/tables", { data: { players: 2, ...HALF_GAME } });
    const { table, invite } = (await opened.json()) as { table: string; invite: string };
    await ann.request.post(`/api/tables/${table}/join`, { data: { name: "Ann" } });
    await ann.goto(`/t/${table}`);
    await bob.goto(`/t/${table}#invite=${invite}`);
    await bob.getByRole("button", { name: "Sit down" }).first().click();
    await expect(bob.locator("g.region").first()).toBeVisible();
    await expect(ann.locator("g.region").first()).toBeVisible();

    const players = [new Player(ann), new Player(bob)];
    /** Whoever is asked decides, until so many decisions were made. */
    const together = async (decisions: number): Promise<void> => {
      const made = (): number => players.reduce((sum, player) => sum + player.steps, 0);
      const until = made() + decisions;
      while (made() < until && !(await Promise.all(players.map((player) => player.isDone))).every(Boolean)) {
        for (const player of players) await player.step(50);
      }
    };
    await together(12);
    await bob.reload();
    await expect(bob.locator("g.region").first()).toBeVisible();
    await together(8);
    await contexts[0]?.setOffline(true);
    await contexts[0]?.setOffline(false);
    await together(8);
    await server.kill();
    await expect(ann.locator(".news .lost")).toBeVisible();
    await server.start();
    await expect(ann.locator(".news .lost")).toBeHidden({ timeout: 40_000 });
    await expect(bob.locator(".news .lost")).toBeHidden({ timeout: 40_000 });
    await together(Infinity);
    /** Who has which place with how many coins; only one's own line says that it is one's own. */
    const ranking = async (page: typeof ann): Promise<string[]> => {
      const lines = await new Player(page).ending.getByRole("listitem").allInnerTexts();
      return lines.map((line) => line.replace(/\byou\b/i, "").replace(/\s+/g, " "));
    };
    await expect.poll(() => ranking(ann)).toEqual(await ranking(bob));
    expect(await ranking(ann)).toHaveLength(2);
  } finally {
    await server.end();
  }
});

test("three people play on one device, and nobody sees the coins of another", async ({ page }) => {
  await choose(page, { speed: "off" });
  await page.goto("/");
  await page.request.post("/api/guest");
  const position = "map 3-players\nplayers Ann Bob Cleo\ngame-turn 8";
  const opened = await page.request.post("/api/tables", { data: { players: 3, position } });
  const { table } = (await opened.json()) as { table: string };
  for (const [seat, name] of ["Ann", "Bob", "Cleo"].entries()) {
    const id = `join-${seat}`;
    const joined = await page.request.post(`/api/tables/${table}/commands`, {
      data: { v: 1, id, cmd: { do: "join", name, seat, nonce: name } },
    });
    expect(joined.ok()).toBe(true);
  }
  await page.goto(`/t/${table}`);
  await expect(page.getByRole("dialog")).toContainText(/pass/i);
  const player = new Player(page);
  await player.playSome(3);
  await expect(page.locator("[data-purse]")).toHaveCount(3);
  await expect(page.locator("[data-purse]").filter({ hasText: "hidden" })).toHaveCount(2);
  await player.playToTheEnd();
  await expect(player.ending).toBeVisible();
});

test("one whose sign-in has ended is told so at the table, and is not connected again and again", async ({
  page,
  context,
  server,
}) => {
  const table = await openTable(page);
  await context.addCookies([{ name: "elbowroom", value: "not-valid-any-more", url: server.url }]);
  let sockets = 0;
  page.on("websocket", () => (sockets += 1));
  await page.goto(`/t/${table}`);
  await expect(page.getByText("You are not signed in here any more.")).toBeVisible();
  await page.getByRole("link", { name: "Account" }).last().click();
  await expect(page).toHaveURL(/\/account/);
  expect(sockets).toBe(1);
});
