/** A whole game from plain files, with nobody to ask. */
import { IS_LONG } from "../long";
import { Player } from "../player";
import { choose } from "../tables";
import { storedRows } from "./rows";
import { expect, test } from "./staticSite";

const LEVELS = IS_LONG ? ["gentle", "expert"] : ["gentle"];

for (const level of LEVELS) {
  test(`a whole game against ${level} is played from static files, below a path`, async ({ page, site }) => {
    await choose(page, { speed: "off", level });
    await page.goto("");
    await expect(page.getByRole("button", { name: "Play now" })).toBeVisible();
    expect(site.asked.filter((path) => path.startsWith("engine/"))).toEqual([]);
    await page.getByRole("button", { name: "Play now" }).click();
    await expect(page).toHaveURL(/#\/local\//, { timeout: 60_000 });
    const player = new Player(page);
    await player.playToTheEnd();
    await expect(player.ending.getByRole("listitem")).toHaveCount(2);
    expect(player.steps).toBeGreaterThan(20);
    const rows = await storedRows(page);
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
    await page.getByRole("button", { name: "Play again" }).click();
    await expect.poll(() => player.isDone).toBe(false);
  });
}
