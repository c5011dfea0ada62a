/** The browser is killed at random instants: no acknowledged move is lost, and none is there twice. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type BrowserContext, type Page } from "@playwright/test";
import { IS_LONG } from "../long";
import { ClickingPlayer } from "../clicking";
import { seen, type Place, type Screen, type Target } from "../screen";
import { choose } from "../tables";
import { storedRows, type Row } from "./rows";
import { expect, prepare, test } from "./staticSite";

const KILLS = IS_LONG ? 30 : 3;
/** A kill comes within so many milliseconds after the table is there. */
const MAX_LIFE_MS = 4_000;
const SEED = 19;

/** The same instants in every run. */
function* instants(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state * 48_271) % 2_147_483_647;
    yield state / 2_147_483_647;
  }
}

/** A screen that holds on to nothing of the page, as its browser may be gone at any moment. */
class FleetingScreen implements Screen {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  run<Argument, Result>(work: (argument: Argument) => Result, argument: Argument): Promise<Result> {
    return this.page.evaluate<Result, Argument>(work as never, argument);
  }

  sees(target: Target): Promise<boolean> {
    return this.with(target, "element !== null");
  }

  click(target: Target): Promise<boolean> {
    return this.with(target, "element?.click() ?? element !== null");
  }

  clickAt({ x, y }: Place): Promise<void> {
    return this.page.mouse.click(x, y);
  }

  private with(target: Target, work: string): Promise<boolean> {
    return this.page.evaluate(
      `((element) => ${work})((${seen.toString()})(${JSON.stringify(target)}))`,
    ) as Promise<boolean>;
  }
}

/** Runs in the page: the commands that the worker says are stored, with their numbers, are told to the test at once. */
function tellAcknowledged(): void {
  const told = globalThis as unknown as { acknowledged: (id: string, seq: number) => void };
  const { addEventListener } = Worker.prototype;
  const tell = ({ data }: MessageEvent): void => {
    const { message } = data as { message?: { type: string; ack: string; seq: number } };
    if (message?.type === "ack") told.acknowledged(message.ack, message.seq);
  };
  globalThis.Worker = new Proxy(Worker, {
    construct(target, words: ConstructorParameters<typeof Worker>) {
      const worker = new target(...words);
      addEventListener.call(worker, "message", tell as EventListener);
      return worker;
    },
  });
}

test(`after ${KILLS} kills of the browser everything that was acknowledged is there once`, async ({
  site,
  launchOptions,
}) => {
  test.setTimeout(KILLS * 60_000);
  const profile = mkdtempSync(join(tmpdir(), "elbowroom-profile-"));
  const acknowledged = new Map<string, number>();
  const chance = instants(SEED);
  let before: readonly Row[] = [];
  let address = "";

  async function browser(): Promise<{ context: BrowserContext; page: Page; pid: number }> {
    const context = await chromium.launchPersistentContext(profile, { ...launchOptions, baseURL: site.url });
    await prepare(context);
    await context.exposeFunction("acknowledged", (id: string, seq: number) => acknowledged.set(id, seq));
    await context.addInitScript(tellAcknowledged);
    const page = await context.newPage();
    const devtools = await context.browser()?.newBrowserCDPSession();
    const { processInfo } = (await devtools?.send("SystemInfo.getProcessInfo")) ?? { processInfo: [] };
    return { context, page, pid: processInfo.find(({ type }) => type === "browser")?.id ?? 0 };
  }

  for (let kill = 0; kill <= KILLS; kill += 1) {
    const { context, page, pid } = await browser();
    if (address === "") {
      await choose(page, { speed: "off" });
      await page.goto(site.url);
      await page.getByRole("button", { name: "Play now" }).click();
      await expect(page).toHaveURL(/#\/local\//, { timeout: 60_000 });
      address = page.url();
    } else {
      await page.goto(address);
    }
    await expect(page.locator("g.region").first()).toBeVisible({ timeout: 60_000 });
    const rows = await storedRows(page);
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
    expect(rows.slice(0, before.length)).toEqual(before);
    expect(rows.length).toBeGreaterThanOrEqual(Math.max(0, ...acknowledged.values()));
    for (const id of acknowledged.keys()) {
      expect(rows.filter(({ text }) => text.includes(id)).length, id).toBe(1);
    }
    before = rows;
    if (kill === KILLS) {
      await context.close();
      break;
    }
    const player = new ClickingPlayer(new FleetingScreen(page));
    const end = setTimeout(() => process.kill(pid, "SIGKILL"), chance.next().value * MAX_LIFE_MS);
    const closed = new Promise((resolve) => context.once("close", resolve));
    await player.playToTheEnd().catch(() => undefined);
    await closed;
    clearTimeout(end);
  }
  expect(acknowledged.size).toBeGreaterThan(KILLS);
  rmSync(profile, { recursive: true, force: true });
});
