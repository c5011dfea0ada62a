import type { Page } from "@playwright/test";
import { expect, test } from "./server";
import { choose, openTable } from "./tables";

test("a finished game is seen again with everybody's coins, and no caption is cut", async ({ page }) => {
  await choose(page, { speed: "off", language: "de" });
  const table = await openTable(page, { players: 3, computers: ["easy", "easy"] });
  const left = await page.request.post(`/api/tables/${table}/commands`, {
    data: { v: 1, id: "leave", cmd: { do: "leave", seat: 0 } },
  });
  expect(left.ok()).toBe(true);
  const status = async (): Promise<string> =>
    ((await (await page.request.get(`/api/tables/${table}`)).json()) as { status: string }).status;
  await expect.poll(status, { timeout: 120_000 }).toBe("over");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/t/${table}?at=20`);
  const moment = page.getByRole("slider", { name: "Moment" });
  await expect(moment).toBeVisible();
  await page.getByRole("button", { name: "Spieler" }).click();
  const purses = page.locator(".card [data-purse]");
  await expect(purses).toHaveCount(3);
  await expect(purses.filter({ hasText: "verdeckt" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  const steps = Number(await moment.getAttribute("max"));
  expect(steps).toBeGreaterThan(50);
  const bars = new Set<number>();
  for (let step = 0; step <= steps; step += 1) {
    await moment.fill(String(step));
    const { bottom, track, height } = await page.locator(".bar").evaluate((bar) => ({
      bottom: bar.querySelector(".caption p")?.getBoundingClientRect().bottom ?? Infinity,
      track: bar.querySelector(".track")?.getBoundingClientRect().top ?? 0,
      height: bar.getBoundingClientRect().height,
    }));
    expect(bottom).toBeLessThanOrEqual(track + 1);
    bars.add(height);
  }
  // The map above keeps its size.
  expect(bars.size).toBeLessThanOrEqual(2);
  for (const [width, height] of [
    [1280, 800],
    [1366, 657],
    [1000, 600],
    [844, 390],
    [640, 360],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(moment).toBeInViewport({ ratio: 1 });
    expect(await outOfReach(page), `${width}x${height}`).toEqual([]);
  }
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(new RegExp(`/t/${table}$`));
});

/** Controls of the replay that cannot be clicked, as something lies over them or they lie outside of the window. */
function outOfReach(page: Page): Promise<string[]> {
  return page.locator("section.bar :is(button, a, select, input)").evaluateAll((controls) =>
    controls.flatMap((control) => {
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const isInside = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
      return isInside && control.contains(hit) ? [] : [control.outerHTML.slice(0, 80)];
    }),
  );
}
