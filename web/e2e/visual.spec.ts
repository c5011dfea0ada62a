import { MIDDLE } from "./positions";
import { expect, test } from "./server";
import { choose, drawn, openTable } from "./tables";

test.beforeEach(async ({ page }) => {
  await choose(page, { speed: "off", name: "Ann" });
});

for (const players of [2, 3, 4, 5]) {
  test(`the map for ${players} players looks as it did`, async ({ page }) => {
    await page.setViewportSize({ width: 1100, height: 620 });
    const computers = Array.from({ length: players - 1 }, () => "easy");
    const position = `map ${players}-players\nplayers ${["Ann", "Bob", "Cleo", "Dan", "Eve"].slice(0, players).join(" ")}`;
    await page.goto(`/t/${await openTable(page, { players, computers, position })}`);
    await drawn(page);
    await expect(page.locator(".board")).toHaveScreenshot(`map-${players}.png`);
  });
}

for (const [look, size] of Object.entries({
  desktop: { width: 1200, height: 750 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 360, height: 740 },
})) {
  for (const scheme of ["light", "dark"] as const) {
    test(`the middle of a game looks as it did, ${look}, ${scheme}`, async ({ page }) => {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto(`/t/${await openTable(page, { position: MIDDLE[2] ?? "" })}`);
      await drawn(page);
      await expect(page.locator("section.bar h2")).toBeVisible();
      await expect(page).toHaveScreenshot(`middle-${look}-${scheme}.png`);
      const { width } = size;
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });
  }
}
