import type { Page } from "@playwright/test";
import { complaints } from "./axe";
import { expect, test } from "./server";
import { choose, openTable, playOut, register } from "./tables";

const HEAD = "map 2-players\nplayers Ann Bob\n";
const PICK = `${HEAD}column Flying Orcs | Hill Elves | Swamp Trolls | Forest Giants | Berserk Humans | Stout Ghouls\nturn Ann pick`;

/** The page that a link opens beside the game. */
async function opened(page: Page, link: string): Promise<Page> {
  const [other] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("link", { name: link }).click(),
  ]);
  return other;
}

/** The game of a table whose only person leaves it. */
async function finished(page: Page, table: string): Promise<void> {
  const data = { v: 1, id: "leave", cmd: { do: "leave", seat: 0 } };
  expect((await page.request.post(`/api/tables/${table}/commands`, { data })).ok()).toBe(true);
  const status = async (): Promise<string> =>
    ((await (await page.request.get(`/api/tables/${table}`)).json()) as { status: string }).status;
  await expect.poll(status, { timeout: 120_000 }).toBe("over");
}

for (const [device, viewport] of [
  ["desktop", { width: 1280, height: 800 }],
  ["phone", { width: 390, height: 844 }],
] as const) {
  test(`on a ${device} a card leads to the explorer, and from there to a game of computers`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await choose(page, { speed: "off" });
    await page.goto(`/t/${await openTable(page, { position: PICK })}`);
    await page.locator("button.combo").first().click();
    const explorer = await opened(page, "Flying Orcs in the explorer");
    await expect(explorer).toHaveURL(/\/explore\/2\/orcs\/flying$/);
    await expect(explorer.getByRole("heading", { level: 1, name: "Flying Orcs" })).toBeVisible();
    const computers = explorer.getByRole("region", { name: "Games of computers" });
    await expect(computers.getByText(/coins$/).first()).toBeVisible();
    await expect(computers.locator(".board img")).toBeVisible();
    await expect(explorer.getByRole("region", { name: "Games of people on this server" })).toBeVisible();
    await computers.getByRole("button", { name: "Watch game 1" }).click();
    await expect(explorer.getByRole("slider", { name: "Moment" })).toBeVisible();
    // It opens at the pick, and not at the beginning.
    await expect(explorer).toHaveURL(/\?at=([3-9]|\d\d+)$/);
  });
}

test("a combo that cannot be picked now shows its card, with tips and the way to the explorer", async ({
  page,
}) => {
  // Wide enough for the whole column beside the map.
  await page.setViewportSize({ width: 1920, height: 1000 });
  await choose(page, { speed: "off" });
  const position = `${HEAD}Ann Hill Orcs, 5 in hand : 3 2 <- to move`;
  await page.goto(`/t/${await openTable(page, { position })}`);
  await page.locator("button.combo").first().click();
  const card = page.getByRole("dialog");
  await expect(card.getByRole("link", { name: /in the explorer$/ })).toBeVisible();
  await card.getByText("Tips from players").click();
  await expect(card.getByText(/Nobody has written a tip/)).toBeVisible();
});

test("a replay tells what the combos on offer at that moment are worth", async ({ page }) => {
  await choose(page, { speed: "off" });
  const table = await openTable(page);
  await finished(page, table);
  await page.goto(`/t/${table}?at=20`);
  await page.getByRole("button", { name: "What the combos on offer are worth" }).click();
  const dialog = page.getByRole("dialog", { name: "On offer at this moment" });
  const links = dialog.getByRole("rowheader").getByRole("link");
  await expect(links).toHaveCount(6);
  expect(await complaints(page, "combos on offer")).toEqual([]);
  const name = (await links.nth(2).textContent()) ?? "";
  const explorer = await opened(page, name);
  await expect(explorer.getByRole("heading", { level: 1, name })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  // The key that closed it did not leave the replay.
  await expect(page.getByRole("slider", { name: "Moment" })).toBeVisible();
});

test("the text view leads to the explorer and reads tips too", async ({ page }) => {
  await choose(page, { speed: "off", textView: true });
  await page.goto(`/t/${await openTable(page, { position: PICK })}`);
  await page.getByText("What Hill Elves can do").click();
  await page.getByRole("listitem").filter({ hasText: "Hill Elves" }).getByText("Tips from players").click();
  await expect(page.getByText(/Nobody has written a tip/)).toBeVisible();
  const explorer = await opened(page, "Hill Elves in the explorer");
  await expect(explorer).toHaveURL(/\/explore\/2\/elves\/hill$/);
});

test("the overview is searched, sorted, and told for another number of players", async ({ page }) => {
  await page.goto("/explore");
  const rows = page.getByRole("row");
  await expect(rows).toHaveCount(281);
  await page.getByLabel("Find a race or a special power").fill("orcs");
  await expect(rows).toHaveCount(21);
  await page.getByRole("button", { name: "Name" }).click();
  await expect(rows.nth(1)).toContainText("Alchemist Orcs");
  await page.getByRole("radio", { name: "5 players" }).check({ force: true });
  await expect(page).toHaveURL(/\/explore\/5$/);
  await page.getByRole("radio", { name: "Races" }).check({ force: true });
  await page.getByRole("link", { name: "Orcs" }).click();
  await expect(page).toHaveURL(/\/explore\/5\/orcs\/-$/);
});

test("who finished a game with a combo writes a tip, and another one finds it useful", async ({
  page,
  browser,
  baseURL,
}) => {
  const bob = await (await browser.newContext({ baseURL: baseURL ?? "" })).newPage();
  const picked: string[] = [];
  for (const [who, name] of [
    [page, "Ann Tipster"],
    [bob, "Bob Reader"],
  ] as const) {
    await register(who, name);
    const table = await openTable(who, { name, nonce: "known" });
    const { view } = (await (await who.request.get(`/api/tables/${table}`)).json()) as {
      view: { column: { race: string; power: string }[] };
    };
    picked.push(`${view.column[0]?.race}/${view.column[0]?.power}`);
    await playOut(who, table);
  }
  // The same luck offers the same combos.
  expect(picked[0]).toBe(picked[1]);
  const [race = "", power = ""] = picked[0]?.split("/") ?? [];
  const mayWrite = async (who: Page): Promise<boolean> => {
    const asked = `/api/tips?race=${race}&power=${power}&players=2`;
    return ((await (await who.request.get(asked)).json()) as { has_played: boolean }).has_played;
  };
  for (const who of [page, bob]) await expect.poll(() => mayWrite(who)).toBe(true);

  const tip = "Take the mountains first, then wait.";
  await page.goto(`/explore/2/${race}/${power}`);
  await page.getByRole("button", { name: "Write a tip" }).click();
  await page.getByLabel("How is this combo played well?").fill(tip);
  await page.getByRole("button", { name: "Publish the tip" }).click();
  await expect(page.getByRole("heading", { name: "Your tip" })).toBeVisible();
  await expect(page.getByText(tip)).toBeVisible();
  expect(await complaints(page, "own tip")).toEqual([]);

  await bob.goto(`/explore/2/${race}/${power}`);
  await bob.getByRole("button", { name: "Useful", exact: true }).click();
  await expect(bob.getByText("Useful to 1 of 1 player")).toBeVisible();
  await expect(bob.getByRole("button", { name: "Useful", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await bob.getByRole("button", { name: "Report the tip of Ann Tipster" }).click();
  await bob.getByRole("dialog").getByRole("button", { name: "Report" }).click();
  await expect(bob.getByRole("button", { name: "Report the tip of Ann Tipster" })).toHaveCount(0);
  expect(await complaints(bob, "tip of somebody")).toEqual([]);

  // On the card in a game the tip is folded, and there for everybody.
  const card = await openTable(bob, { name: "Bob Reader", nonce: "known" });
  await choose(bob, { speed: "off" });
  await bob.goto(`/t/${card}`);
  await bob.locator("button.combo").first().click();
  await expect(bob.getByText(tip)).toHaveCount(0);
  await bob.getByText("Tips from players").click();
  await expect(bob.getByText(tip)).toBeVisible();

  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Yes, delete my tip" }).click();
  await expect(page.getByRole("button", { name: "Write a tip" })).toBeVisible();
});
