/** What the client costs: size of the first load, time from a click to its effect, work per frame while tokens move. */
import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { Player } from "./player";
import { MIDDLE } from "./positions";
import { expect, test } from "./server";
import { choose, openTable } from "./tables";

const REPEATS = 9;
const figures: Record<string, number> = {};

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

test.afterAll(() => {
  const file = join(import.meta.dirname, "../test-results/bench.json");
  writeFileSync(file, JSON.stringify(figures, null, 2));
  for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(44)} ${value.toFixed(1)}`);
});

test("the first load of the game page", async ({ page }) => {
  let bytes = 0;
  page.on("response", async (response) => {
    if (!response.url().endsWith(".js")) return;
    const { responseBodySize } = await response.request().sizes();
    bytes += responseBodySize;
  });
  // Brotli would flatter: the target is told in gzip.
  await page.setExtraHTTPHeaders({ "accept-encoding": "gzip" });
  await page.goto(`/t/${await openTable(page)}`, { waitUntil: "networkidle" });
  figures["JavaScript of the game page, kB gzipped"] = bytes / 1000;
  expect(bytes).toBeGreaterThan(10_000);
});

test("from a click to its effect", async ({ page }) => {
  await choose(page, { speed: "off", confirmEnd: false });
  const position = "map 2-players\nAnn Flying Ratmen, 10 in hand : 3 2 <- to move\nBob Forest Giants : 20 3";
  await page.goto(`/t/${await openTable(page, { position })}`);
  const player = new Player(page);
  const times: number[] = [];
  for (let at = 0; at < REPEATS; at += 1) {
    await expect(page.locator("g.region.target").first()).toBeVisible();
    await page.evaluate(() => {
      const spot = window as unknown as { took: Promise<number> };
      spot.took = new Promise((resolve) => {
        addEventListener(
          "pointerup",
          () => {
            const start = performance.now();
            const stacks = () => document.querySelector("section.bar h2")?.textContent ?? "";
            const before = stacks();
            const look = (): void => {
              if (stacks() !== before) resolve(performance.now() - start);
              else requestAnimationFrame(look);
            };
            requestAnimationFrame(look);
          },
          { once: true, capture: true },
        );
      });
    });
    const targets = page.locator("g.region.target");
    await player.tapRegion(Number(await targets.first().getAttribute("data-region")));
    times.push(await page.evaluate(() => (window as unknown as { took: Promise<number> }).took));
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.locator("section.bar h2")).toHaveText(/10 tokens/);
  }
  figures["click to effect, ms (median)"] = median(times);
});

test("work per frame while tokens move on the map of five", async ({ page }) => {
  await choose(page, { speed: "normal", confirmEnd: false });
  const computers = Array<string>(4).fill("easy");
  await page.goto(`/t/${await openTable(page, { players: 5, computers, position: MIDDLE[5] ?? "" })}`);
  await expect(page.locator("g.region.target").first()).toBeVisible();
  const client = await page.context().newCDPSession(page);
  await client.send("Performance.enable");
  const busy = async (): Promise<{ work: number; frames: number }> => {
    const { metrics } = await client.send("Performance.getMetrics");
    const work = metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
    const frames = await page.evaluate(() => (window as unknown as { frames: number }).frames);
    return { work, frames };
  };
  await page.evaluate(() => {
    const counter = window as unknown as { frames: number };
    counter.frames = 0;
    const count = (): void => {
      counter.frames += 1;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  });
  const player = new Player(page);
  const works: number[] = [];
  for (let at = 0; at < REPEATS; at += 1) {
    const target = page.locator("g.region.target").first();
    if (!(await target.isVisible())) break;
    const before = await busy();
    await player.tapRegion(Number(await target.getAttribute("data-region")));
    await page.waitForTimeout(400);
    const after = await busy();
    works.push(((after.work - before.work) * 1000) / Math.max(1, after.frames - before.frames));
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.locator("g.region.target").first()).toBeVisible();
  }
  figures["main thread per frame while tokens move, ms"] = median(works);
  expect(works.length).toBeGreaterThan(3);
});
