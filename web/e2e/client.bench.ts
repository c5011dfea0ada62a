/**
 * What the client costs: size of the first load, time from a click to its effect, work of the main thread.
 * Work is told in CPU time, so that whatever else the machine does is not counted.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { Player } from "./player";
import { MIDDLE } from "./positions";
import { expect, test } from "./server";
import { choose, openTable } from "./tables";

const REPEATS = 9;
/** Conquests of the same region, each taken back: every one is two updates. */
const CONQUESTS = 25;
/** How many turns the log of a game of five tells near its end. */
const LOG_TURNS = 34;
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
  const table = await openTable(page);
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const addresses = new Map<string, string>();
  let [all, scripts] = [0, 0];
  session.on("Network.responseReceived", ({ requestId, response }) => addresses.set(requestId, response.url));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    all += encodedDataLength;
    if (addresses.get(requestId)?.endsWith(".js")) scripts += encodedDataLength;
  });
  await page.goto(`/t/${table}`, { waitUntil: "networkidle" });
  figures["JavaScript of the game page, kB as sent"] = scripts / 1000;
  figures["all of the game page, kB as sent"] = all / 1000;
  figures["requests of the game page"] = addresses.size;
  expect(scripts).toBeGreaterThan(10_000);
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
  await choose(page, { speed: "off", confirmEnd: false, confirmRoll: false });
  const position = "map 2-players\nAnn Flying Ratmen, 10 in hand : 3 2 <- to move\nBob Forest Giants : 20 3";
  await page.goto(`/t/${await openTable(page, { position })}`);
  const player = new Player(page);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const work = async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1000;
  };
  const times: number[] = [];
  const works: number[] = [];
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
    const region = Number(await targets.first().getAttribute("data-region"));
    const before = await work();
    await player.tapRegion(region);
    times.push(await page.evaluate(() => (window as unknown as { took: Promise<number> }).took));
    works.push((await work()) - before);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.locator("section.bar h2")).toHaveText(/10 tokens/);
  }
  figures["click to effect, ms of the clock (median)"] = median(times);
  figures["CPU from click to effect, ms (median)"] = median(works);
});

interface Traced {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  /** How long it took, and the CPU time of its thread, in microseconds. */
  dur?: number;
  tdur?: number;
  args?: { data?: { url?: string } };
}

interface Work {
  /** When each frame began. */
  frames: number[];
  /** The tasks of the page's main thread. */
  tasks: Traced[];
}

/** What the page's main thread does meanwhile; `countFrames` has to run in the page, so that its thread is known. */
async function watchWork(browser: Browser, page: Page, act: () => Promise<void>): Promise<Work> {
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline"] });
  await act();
  const trace = await browser.stopTracing();
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: Traced[] };
  const first = traceEvents.find(({ name }) => name === "FireAnimationFrame");
  const own = traceEvents.filter(({ pid, tid }) => pid === first?.pid && tid === first.tid);
  const starts = own.filter(({ name }) => name === "FireAnimationFrame").map(({ ts }) => ts);
  return {
    frames: [...new Set(starts)].sort((x, y) => x - y),
    tasks: own
      .filter(({ name, ph }) => ph === "X" && name.endsWith("RunTask"))
      .filter((task) => !servesTheWatcher(task, own)),
  };
}

/** Whether a task only serves whoever watches the page from outside: a message comes in, and no script of the page runs. */
function servesTheWatcher(task: Traced, all: readonly Traced[]): boolean {
  const end = task.ts + (task.dur ?? 0);
  const inside = all.filter(({ ts, dur = 0 }) => ts >= task.ts && ts + dur <= end);
  const isMessage = inside.some(({ name }) => name === "Receive mojo message");
  return (
    isMessage &&
    !inside.some(({ name, args }) => name === "FunctionCall" && args?.data?.url?.includes("/assets/"))
  );
}

/** Runs in the page: something happens in every frame. */
function countFrames(): void {
  requestAnimationFrame(countFrames);
}

/** So many frames after the prompt everything has changed: what lies around the map comes two frames later. */
const FRAMES_OF_AN_UPDATE = 6;

/**
 * Runs in the page: click on something, and wait until the prompt has changed and so many frames more were shown. Whoever
 * looks at the page from outside meanwhile would make it work for them.
 */
function clickAndWait({ selector, frames }: { selector: string; frames: number }): Promise<void> {
  const prompt = document.querySelector("section.bar h2") as HTMLElement;
  const before = prompt.textContent;
  return new Promise((resolve) => {
    const look = (): void => {
      if (document.querySelector("section.bar h2")?.textContent === before) requestAnimationFrame(look);
      else wait(frames);
    };
    const wait = (more: number): void => {
      if (more === 0) resolve();
      else requestAnimationFrame(() => wait(more - 1));
    };
    requestAnimationFrame(look);
    document.querySelector(selector)?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  });
}

/** A last attempt with the die has a chance beside its price, and cannot be taken back. */
const CONQUERABLE = "g.region.target:not([aria-label*='per cent'])";

/** Runs in the page: whether its log is that long, and there is something to conquer. */
function isLongGame({ turns, target }: { turns: number; target: string }): boolean {
  const prompt = document.querySelector("section.bar h2")?.textContent ?? "";
  return (
    document.querySelectorAll(".log section").length >= turns &&
    prompt.startsWith("Conquer") &&
    document.querySelector(target) !== null
  );
}

const milliseconds = ({ tdur = 0 }: Traced): number => tdur / 1000;

/** How long the main thread worked from each frame to the next. */
function workPerFrame({ frames, tasks }: Work): number[] {
  return frames.slice(0, -1).map((start, at) => {
    const end = frames[at + 1] ?? start;
    const within = tasks.filter(({ ts }) => ts >= start - 1000 && ts < end - 1000);
    return within.reduce((sum, task) => sum + milliseconds(task), 0);
  });
}

test("work per frame while tokens move on the map of five", async ({ page, browser }) => {
  await choose(page, { speed: "normal", confirmEnd: false, confirmRoll: false });
  const computers = Array<string>(4).fill("easy");
  await page.goto(`/t/${await openTable(page, { players: 5, computers, position: MIDDLE[5] ?? "" })}`);
  await expect(page.locator("g.region.target").first()).toBeVisible();
  await page.evaluate(countFrames);
  const player = new Player(page);
  const works: number[] = [];
  for (let at = 0; at < REPEATS; at += 1) {
    const target = page.locator("g.region.target").first();
    const region = Number(await target.getAttribute("data-region"));
    const work = await watchWork(browser, page, async () => {
      await player.tapRegion(region);
      await page.waitForTimeout(450);
    });
    works.push(...workPerFrame(work));
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(target).toBeVisible();
  }
  figures["CPU per frame while tokens move, ms (median)"] = median(works);
  figures["the same, the slowest tenth begins at, ms"] = quantile(works, 0.9);
  expect(works.length).toBeGreaterThan(20);
});

test("the longest task for an update, on the map of five with a long log", async ({ page, browser }) => {
  test.setTimeout(600_000);
  await choose(page, { speed: "off", confirmEnd: false, confirmRoll: false });
  const computers = Array<string>(4).fill("easy");
  await page.goto(`/t/${await openTable(page, { players: 5, computers })}`);
  const player = new Player(page);
  const prompt = page.locator("section.bar h2");
  const target = page.locator(CONQUERABLE).first();
  const asked = (): Promise<string> => prompt.innerText({ timeout: 1_000 }).catch(() => "");
  const wish = { turns: LOG_TURNS, target: CONQUERABLE };
  while (!(await page.evaluate(isLongGame, wish))) {
    if (await player.isDone) throw new Error("the game was over before the log was long");
    // A new race now and then, so that there is something to conquer with in the last turns.
    const isTired = /\b[47]\b/.test(await page.getByRole("heading", { level: 1 }).innerText());
    if (isTired && (await asked()).startsWith("Your turn with")) await page.keyboard.press("d");
    else await player.step();
  }
  const region = Number(await target.getAttribute("data-region"));
  const undo = page.getByRole("button", { name: "Undo" });
  const before = await prompt.innerText();
  await page.evaluate(countFrames);
  const longest: number[] = [];
  const update = async (selector: string): Promise<void> => {
    const click = { selector, frames: FRAMES_OF_AN_UPDATE };
    const { tasks } = await watchWork(browser, page, () => page.evaluate(clickAndWait, click));
    longest.push(Math.max(...tasks.map(milliseconds)));
  };
  for (let at = 0; at < CONQUESTS; at += 1) {
    await update(`[data-region="${region}"]`);
    await expect(undo).toBeEnabled();
    await update(".bar .side > button");
    await expect(prompt).toHaveText(before);
    await expect(target).toBeVisible();
  }
  figures["turns in the log"] = await page.locator(".log section").count();
  figures["longest task for an update, CPU, ms (median)"] = median(longest);
  figures["the same, p95"] = quantile(longest, 0.95);
  expect(longest).toHaveLength(2 * CONQUESTS);
});
