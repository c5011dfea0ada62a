/** What the client costs: size of the first load, time from a click to its effect, work per frame while tokens move. */
import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { Player } from "./player";
import { MIDDLE } from "./positions";
import { expect, test } from "./server";
import { choose, openTable } from "./tables";

const REPEATS = 9;
const figures: Record<string, number> = {};

/** The value below which this part of all values lies. */
function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;
}

const median = (values: readonly number[]): number => quantile(values, 0.5);

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

test("the words of the first load", async ({ page }) => {
  let bytes = 0;
  page.on("response", (response) => {
    const isWords = /assets\/\w+\.\w\w-[\w-]+\.json$/.test(response.url());
    if (isWords) bytes += Number(response.headers()["content-length"]);
  });
  const browser = await page.context().newCDPSession(page);
  await browser.send("Network.setCacheDisabled", { cacheDisabled: true });
  const addresses = { home: "/", game: `/t/${await openTable(page)}` };
  for (const [name, address] of Object.entries(addresses)) {
    bytes = 0;
    await page.goto(address, { waitUntil: "networkidle" });
    figures[`words of the ${name} page, kB (brotli)`] = bytes / 1000;
    expect(bytes).toBeGreaterThan(1_000);
  }
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

interface Traced {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  args?: { name?: string };
}

/** How long the page's main thread worked from each frame to the next, in milliseconds. */
function workPerFrame(trace: Buffer): number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: Traced[] };
  const frames = traceEvents.filter(({ name }) => name === "FireAnimationFrame");
  const { pid, tid } = frames[0] ?? { pid: -1, tid: -1 };
  const starts = [...new Set(frames.filter((event) => event.tid === tid).map(({ ts }) => ts))].sort(
    (x, y) => x - y,
  );
  const tasks = traceEvents.filter(
    (event) => event.pid === pid && event.tid === tid && event.ph === "X" && event.name.endsWith("RunTask"),
  );
  return starts.slice(0, -1).map((start, at) => {
    const end = starts[at + 1] ?? start;
    const within = tasks.filter(({ ts }) => ts >= start - 1000 && ts < end - 1000);
    return within.reduce((sum, { dur = 0 }) => sum + dur, 0) / 1000;
  });
}

test("work per frame while tokens move on the map of five", async ({ page, browser }) => {
  await choose(page, { speed: "normal", confirmEnd: false });
  const computers = Array<string>(4).fill("easy");
  await page.goto(`/t/${await openTable(page, { players: 5, computers, position: MIDDLE[5] ?? "" })}`);
  await expect(page.locator("g.region.target").first()).toBeVisible();
  await page.evaluate(() => {
    const again = (): number => requestAnimationFrame(again);
    again();
  });
  const player = new Player(page);
  const works: number[] = [];
  for (let at = 0; at < REPEATS; at += 1) {
    const target = page.locator("g.region.target").first();
    const region = Number(await target.getAttribute("data-region"));
    await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline"] });
    await player.tapRegion(region);
    await page.waitForTimeout(450);
    works.push(...workPerFrame(await browser.stopTracing()));
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(target).toBeVisible();
  }
  figures["main thread per frame while tokens move, ms (median)"] = median(works);
  figures["the same, the slowest tenth begins at, ms"] = quantile(works, 0.9);
  expect(works.length).toBeGreaterThan(20);
});
