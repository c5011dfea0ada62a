/**
 * What the static site costs in a browser: memory of the page with its worker, and CPU time until the worker is ready when
 * everything is kept. Read from /proc, so only on Linux.
 */
import { readdirSync, readFileSync } from "node:fs";
import type { BrowserContext, Page } from "@playwright/test";
import { ClickingPlayer } from "../clicking";
import { choose } from "../tables";
import { FleetingScreen } from "./fleetingScreen";
import { expect, test, type StaticSite } from "./staticSite";

const STARTS = 5;
const MINUTE = 60_000;
/** What the kernel counts CPU time in, per second. */
const TICKS = 100;
const WORKER_THREAD = "DedicatedWorker";
const figures = new Map<string, number>();

// What is recorded of a test takes memory in the page.
test.use({ trace: "off" });

test.afterEach(() => {
  for (const [name, value] of figures) console.log(`${name.padEnd(76)} ${value.toFixed(1)}`);
  figures.clear();
});

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** The CPU milliseconds of a process, or of one of its threads. */
function cpuMilliseconds(folder: string): number {
  // The name before it may hold spaces.
  const fields = readFileSync(`${folder}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
}

/** The CPU milliseconds of the worker thread that was started last. */
function workerMilliseconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).filter(
    (thread) => readFileSync(`/proc/${pid}/task/${thread}/comm`, "utf8").trim() === WORKER_THREAD,
  );
  return cpuMilliseconds(`/proc/${pid}/task/${Math.max(...threads.map(Number))}`);
}

/** Memory of a process in MB: its own, with its share of what several processes use. */
function proportionalMegabytes(pid: number): number {
  const [, kilobytes] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")) ?? [];
  return (Number(kilobytes) * 1024) / 1e6;
}

/** Memory of a process in MB that it shares with nobody and with no file: what the browser's own task manager shows. */
function ownMegabytes(pid: number): number {
  const [, kilobytes] = /^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return (Number(kilobytes) * 1024) / 1e6;
}

/** The process of the only page: the others of its kind are spare ones, and small. */
async function pageProcess(context: BrowserContext): Promise<number> {
  const devtools = await context.browser()?.newBrowserCDPSession();
  const { processInfo } = (await devtools?.send("SystemInfo.getProcessInfo")) ?? { processInfo: [] };
  const renderers = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
  return (
    renderers.toSorted((one, other) => proportionalMegabytes(other) - proportionalMegabytes(one))[0] ?? 0
  );
}

/** Runs in the page: the test is told when the worker says that it is ready. */
function tellStarted(): void {
  const told = globalThis as unknown as { workerStarted: () => void };
  const { addEventListener } = Worker.prototype;
  globalThis.Worker = new Proxy(Worker, {
    construct(target, words: ConstructorParameters<typeof Worker>) {
      const worker = new target(...words);
      const tell = ({ data }: MessageEvent): void => {
        if ((data as { started?: boolean }).started === true) told.workerStarted();
      };
      addEventListener.call(worker, "message", tell as EventListener);
      return worker;
    },
  });
}

async function startGame(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Play now" }).click();
  await expect(page.locator("g.region").first()).toBeVisible({ timeout: MINUTE });
}

const engineFiles = (site: StaticSite): string[] => site.asked.filter((path) => path.startsWith("engine/"));

test("no byte of the engine is loaded before it is wanted", async ({ page, site }) => {
  for (const path of ["", "#/rules", "#/learn", "#/maps", "#/new", "#/games", "#/settings", "#/credits"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  figures.set("files of the engine that eight pages asked for", engineFiles(site).length);
  expect(engineFiles(site)).toEqual([]);
  await page.goto("#/");
  await startGame(page);
  expect(engineFiles(site)).not.toEqual([]);
});

test("CPU time until the worker is ready, everything kept", async ({ page, context, site }) => {
  const workers: number[] = [];
  const processes: number[] = [];
  let began = 0;
  let pid = 0;
  let started = (): void => undefined;
  await context.exposeFunction("workerStarted", () => {
    workers.push(workerMilliseconds(pid));
    processes.push(cpuMilliseconds(`/proc/${pid}`) - began);
    started();
  });
  await context.addInitScript(tellStarted);
  await page.goto("#/settings");
  await page.getByRole("button", { name: "Make available offline" }).click();
  await expect(page.getByText(/^Ready to play offline/).first()).toBeVisible({ timeout: MINUTE });
  const asked = site.asked.length;
  for (let at = 0; at < STARTS; at += 1) {
    await page.goto("about:blank");
    await page.goto("#/");
    await expect(page.getByRole("button", { name: "Play now" })).toBeVisible();
    pid = await pageProcess(context);
    began = cpuMilliseconds(`/proc/${pid}`);
    const isStarted = new Promise<void>((resolve) => (started = resolve));
    await page.getByRole("button", { name: "Play now" }).click();
    await isStarted;
    await expect(page.locator("g.region").first()).toBeVisible({ timeout: MINUTE });
  }
  expect(site.asked.slice(asked).filter((path) => path.startsWith("engine/"))).toEqual([]);
  figures.set(`CPU of the worker until it is ready, ms (median of ${STARTS})`, median(workers));
  figures.set("the same, the slowest", Math.max(...workers));
  figures.set("CPU of the whole page meanwhile, ms (median)", median(processes));
});

/** What scripts and documents of page and worker hold, without what WebAssembly needs, by the browser's own account, in MB. */
function heldMegabytes(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const measured = performance as unknown as {
      measureUserAgentSpecificMemory(): Promise<{ bytes: number }>;
    };
    return (await measured.measureUserAgentSpecificMemory()).bytes / 1e6;
  });
}

test("memory of the page with its worker", async ({ page, context, site }) => {
  test.setTimeout(10 * MINUTE);
  // Only such pages may ask how much they hold.
  site.headers = {
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
  };
  const look = async (when: string): Promise<void> => {
    // The browser answers when it has cleared what nobody uses any more.
    figures.set(`MB ${when}: scripts and documents`, await heldMegabytes(page));
    const pid = await pageProcess(context);
    figures.set(`MB ${when}: own memory of the process`, ownMegabytes(pid));
    figures.set(`MB ${when}: with its share of the browser's files`, proportionalMegabytes(pid));
  };
  await choose(page, { speed: "off", level: "expert" });
  await page.goto("");
  await expect(page.getByRole("button", { name: "Play now" })).toBeVisible();
  await look("home page");
  await startGame(page);
  await look("as a game begins");
  const player = new ClickingPlayer(new FleetingScreen(page));
  await player.playToTheEnd();
  await look("after a game against the expert");
});
