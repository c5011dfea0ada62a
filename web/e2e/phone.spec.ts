import { Player } from "./player";
import { expect, test } from "./server";
import { choose, openTable } from "./tables";

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

test("a game is played to its end on a phone, and nothing is wider than the screen", async ({ page }) => {
  await choose(page, { speed: "off", confirmEnd: false });
  const position = "map 2-players\nplayers Ann Bob\ngame-turn 9";
  await page.goto(`/t/${await openTable(page, { position })}`);
  const player = new Player(page);
  while (!(await player.isDone)) {
    await player.step();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  }
  await expect(player.ending.getByRole("listitem")).toHaveCount(2);
});

test("everything one taps is large enough for a finger", async ({ page }) => {
  await choose(page, { speed: "off" });
  await page.goto(`/t/${await openTable(page)}`);
  await expect(page.locator("section.bar h2")).toBeVisible();
  const small = await page.evaluate(() =>
    [...document.querySelectorAll("button, a.button, summary, input")].flatMap((element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 0 && (width < 43.5 || height < 43.5)
        ? [`${element.outerHTML.slice(0, 80)} ${width}x${height}`]
        : [];
    }),
  );
  expect(small).toEqual([]);
});
