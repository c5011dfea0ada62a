import { Player } from "./player";
import { expect, test } from "./server";
import { choose, openTable } from "./tables";

test("computers have names, and lists and cards tell their level", async ({ page }) => {
  await openTable(page, { players: 3, computers: ["easy", "hard"] });
  await page.goto("/games");
  await expect(page.getByText(/Ann · [A-Z][a-z]+ \(Easy\) · [A-Z][a-z]+ \(Hard\)/).first()).toBeVisible();
  await page.goto(`/t/${await openTable(page, { players: 3, computers: ["easy", "hard"] })}`);
  await expect(page.getByText("Computer, Hard").first()).toBeVisible();
  const names = await page.locator(".card .name").allTextContents();
  expect(new Set(names).size).toBe(3);
});

test("who wants the name of a computer hears why not, and of another name", async ({ page }) => {
  await choose(page, { name: "Bramlo" });
  await page.goto("/");
  await page.getByRole("button", { name: "Play now" }).click();
  await expect(page.getByText("such as “Captain Bramlo”").first()).toBeVisible();
});

test("a friend types the code that was read aloud, with other letters and blanks, and sits down", async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto(`/t/${await openTable(page, { computers: [] })}`);
  const code = (await page.locator(".code strong").textContent()) ?? "";
  expect(code).toMatch(/^[B-Z]{4}-[B-Z]{4}$/);
  const context = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }) });
  const friend = await context.newPage();
  await choose(friend, { name: "Bob" });
  await friend.goto("/join");
  await friend.getByLabel("Code", { exact: true }).fill("bbbb-bbbb");
  await friend.getByRole("button", { name: "To the table" }).click();
  await expect(friend.getByText("No table waits for players under this code.")).toBeVisible();
  await friend.getByLabel("Code", { exact: true }).fill(code.toLowerCase().replace("-", " "));
  await friend.getByRole("button", { name: "To the table" }).click();
  await friend.getByRole("button", { name: "Sit down" }).first().click();
  await expect(friend.locator("g.region").first()).toBeVisible();
  await context.close();
});

const LAST_TURN =
  "map 2-players\ngame-turn 10\nAnn Hill Orcs, 6 in hand : 3 2 <- to move\nBob Forest Giants : 20 3";

test("the result can be shared with its picture, and links to it name the winner", async ({ page }) => {
  await choose(page, { speed: "off" });
  // A device that can share pictures, and remembers what it was given.
  await page.addInitScript(() => {
    const shared: string[] = [];
    Object.assign(globalThis, { shared });
    Object.assign(navigator, {
      canShare: () => true,
      share: ({ text, files }: ShareData) => {
        shared.push(text ?? "", ...(files ?? []).map((file) => `${file.type} ${String(file.size > 10_000)}`));
        return Promise.resolve();
      },
    });
  });
  const table = await openTable(page, { position: LAST_TURN });
  await page.goto(`/t/${table}`);
  await new Player(page).playToTheEnd();
  const saved = page.getByRole("link", { name: "Save the picture" });
  await expect(saved).toBeVisible();
  const picture = await page.request.get((await saved.getAttribute("href")) ?? "");
  expect(picture.headers()["content-type"]).toBe("image/png");
  await page.getByRole("button", { name: "Share the result" }).click();
  const shared = (): Promise<string[]> =>
    page.evaluate(() => (globalThis as { shared?: string[] }).shared ?? []);
  await expect.poll(shared).toHaveLength(2);
  expect(await shared()).toEqual([
    expect.stringMatching(/won a game of Elbowroom with \d+/),
    "image/png true",
  ]);
  const head = await (await page.request.get(`/t/${table}`)).text();
  expect(head).toMatch(/og:description" content="\S+ won with \d+ victory coins, ahead of \S+ \(\d+\)/);
});

test("on Watch there is always a show game, which goes on while it is watched, and games to see again", async ({
  page,
}) => {
  await page.goto("/watch");
  const card = page.getByRole("article").filter({ hasText: "Show game" });
  await expect(card).toContainText(/[A-Z][a-z]+ \(Expert\) · [A-Z][a-z]+ \(Expert\)/);
  await expect(page.getByRole("heading", { name: "To see again" })).toBeVisible();
  await card.getByRole("link", { name: /Watch/ }).click();
  await expect(page.getByText("A show game: two computers")).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  // It covers neither the map nor the log.
  const told = await page.getByText("A show game: two computers").boundingBox();
  const dock = await page.locator(".dock").boundingBox();
  expect(told?.y).toBeGreaterThanOrEqual(dock?.y ?? Infinity);
  expect((told?.y ?? Infinity) + (told?.height ?? 0)).toBeLessThanOrEqual(800);
  await expect(page.locator("g.stack, .stack").first()).toBeVisible({ timeout: 60_000 });
});

const NETWORKS = ["http://192.168.7.7:8710", "http://10.0.0.5:8710"];

test("at an address of this computer alone, the lobby says so and opens the game to the network on request", async ({
  page,
}) => {
  // What the machine answers that the test runs on depends on its networks.
  await page.route("**/api/living-room", (route) => {
    const addresses = route.request().method() === "POST" ? NETWORKS : [];
    return route.fulfill({ json: { can_open: true, addresses } });
  });
  const table = await openTable(page, { computers: [] });
  await page.goto(`/t/${table}`);
  await expect(page.getByText("a phone cannot reach it")).toBeVisible();
  await expect(page.getByText("nothing is encrypted")).toBeVisible();
  await expect(page.locator("figcaption")).toHaveCount(0);
  await page.getByRole("button", { name: "Let others in this network join" }).click();
  await expect(page.locator("figcaption")).toContainText(`http://192.168.7.7:8710/t/${table}#invite=`);
  await page.getByLabel(/one of these addresses/).selectOption("http://10.0.0.5:8710");
  await expect(page.locator("figcaption")).toContainText(`http://10.0.0.5:8710/t/${table}#invite=`);
});

test("who cannot open the game to the network hears how, or why not", async ({ page }) => {
  await page.route("**/api/living-room", (route) =>
    route.request().method() === "GET"
      ? route.fulfill({ json: { can_open: true, addresses: [] } })
      : route.fulfill({ status: 422, json: { code: "no_local_network", params: {}, reason: "" } }),
  );
  await page.goto(`/t/${await openTable(page, { computers: [] })}`);
  await page.getByRole("button", { name: "Let others in this network join" }).click();
  await expect(page.getByText("This computer is in no local network.")).toBeVisible();
});
