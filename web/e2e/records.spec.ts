/** Records that are brought to a server. */
import { Player } from "./player";
import { giveRecord } from "./records";
import { expect, test } from "./server";
import { choose, openTable } from "./tables";

const POSITION = "map 2-players\nplayers Ann Bob\ngame-turn 6";

test("the record of an unfinished game is looked at, and played on at a private table", async ({ page }) => {
  await choose(page, { speed: "off" });
  const table = await openTable(page, { position: POSITION });
  await page.goto(`/t/${table}`);
  await new Player(page).playSome(4);
  const record = await (await page.request.get(`/api/tables/${table}/record`)).text();

  await page.goto("/watch");
  await giveRecord(page, record);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(page.getByRole("slider", { name: "Moment" })).toBeVisible();
  await page.getByRole("link", { name: "Back to the game" }).click();
  await expect(page.getByText("This game is not over.")).toBeVisible();
  // A server without the engine for browsers has only itself to offer.
  await expect(page.getByRole("button", { name: "Play on here, on this device" })).toHaveCount(0);

  await page.getByRole("button", { name: "Go on at the server" }).click();
  await expect(page.locator("g.region").first()).toBeVisible();
  await expect(page).not.toHaveURL(new RegExp(table));
  await new Player(page).playSome(2);
  await page.goto("/games");
  await expect(page.getByText("Begun elsewhere")).toHaveCount(1);
});
