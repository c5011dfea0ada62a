/** A whole game from plain files, with nobody to ask. */
import { Player } from "../player";
import { choose } from "../tables";
import { expect, test } from "./staticSite";

test("a whole game is played from static files, and is there again without a network", async ({
  page,
  context,
  site,
}) => {
  await choose(page, { speed: "off" });
  await page.goto("");
  await expect(page.getByRole("button", { name: "Play now" })).toBeVisible();
  expect(site.asked.filter((path) => path.startsWith("engine/"))).toEqual([]);
  await page.getByRole("button", { name: "Play now" }).click();
  await expect(page).toHaveURL(/#\/local\//, { timeout: 60_000 });
  const player = new Player(page);
  await player.playToTheEnd();
  await expect(player.ending.getByRole("listitem")).toHaveCount(2);
  expect(player.steps).toBeGreaterThan(20);
  await context.setOffline(true);
  await expect(page.getByRole("button", { name: "Play again" })).toBeVisible();
});
