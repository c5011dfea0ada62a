/** The browser is killed at random instants of running games: no acknowledged move is lost, and none is there twice. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { IS_LONG } from "../long";
import { ClickingPlayer } from "../clicking";
import type { Target } from "../screen";
import { choose } from "../tables";
import { FleetingScreen } from "./fleetingScreen";
import { storedRows, storedTables, type Row } from "./rows";
import { expect, openProfile, test } from "./staticSite";

const KILLS = IS_LONG ? 30 : 3;
/** A kill comes within so many milliseconds after the table is there. */
const MAX_LIFE_MS = 4_000;
const SEED = 19;
const MINUTE = 60_000;
const PLAY_AGAIN: Target = { selector: "button", text: "^Play again$" };

/** The same instants in every run. */
function* instants(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state * 48_271) % 2_147_483_647;
    yield state / 2_147_483_647;
  }
}

/** Runs in the page: the commands that the worker says are stored, with their numbers, are told to the test at once. */
function tellAcknowledged(): void {
  const told = globalThis as unknown as {
    acknowledged: (table: string, id: string, seq: number) => void;
  };
  const { addEventListener } = Worker.prototype;
  const tell = ({ data }: MessageEvent): void => {
    const { table = "", message } = data as {
      table?: string;
      message?: { type: string; ack: string; seq: number };
    };
    if (message?.type === "ack") told.acknowledged(table, message.ack, message.seq);
  };
  globalThis.Worker = new Proxy(Worker, {
    construct(target, words: ConstructorParameters<typeof Worker>) {
      const worker = new target(...words);
      addEventListener.call(worker, "message", tell as EventListener);
      return worker;
    },
  });
}

/** Play until the browser is gone: after a game comes the next one. */
async function playOnAndOn(page: Page): Promise<never> {
  for (;;) {
    const player = new ClickingPlayer(new FleetingScreen(page));
    await player.playToTheEnd();
    await player.screen.click(PLAY_AGAIN);
    while (await player.isDone) await page.waitForTimeout(50);
  }
}

/** What was acknowledged at a table: the ids of commands, and the number of the log that each was told. */
type Acknowledged = Map<string, number>;

/** Everything acknowledged is there, once and where it was said to be; nothing that was there before has changed. */
function checkTable(rows: readonly Row[], before: readonly Row[], acknowledged: Acknowledged): void {
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
  expect(rows.slice(0, before.length)).toEqual(before);
  for (const [id, seq] of acknowledged) {
    const found = rows.filter(({ text }) => text.includes(id)).map((row) => row.seq);
    expect(found, id).toEqual([seq]);
  }
}

test(`after ${KILLS} kills of the browser in running games everything that was acknowledged is there once`, async ({
  site,
  launchOptions,
}) => {
  test.setTimeout(KILLS * 2 * MINUTE);
  const profile = mkdtempSync(join(tmpdir(), "elbowroom-profile-"));
  const acknowledged = new Map<string, Acknowledged>();
  const chance = instants(SEED);
  let before = new Map<string, Row[]>();

  /** What waits for the next acknowledgement. */
  let onAcknowledged = (): void => undefined;

  function acknowledge(table: string, id: string, seq: number): void {
    onAcknowledged();
    const commands = acknowledged.get(table) ?? new Map<string, number>();
    acknowledged.set(table, commands.set(id, seq));
  }

  async function openBrowser(): Promise<{ context: BrowserContext; page: Page; pid: number }> {
    const context = await openProfile(profile, site, launchOptions);
    await context.exposeFunction("acknowledged", acknowledge);
    await context.addInitScript(tellAcknowledged);
    const page = await context.newPage();
    await choose(page, { speed: "off" });
    const devtools = await context.browser()?.newBrowserCDPSession();
    const { processInfo } = (await devtools?.send("SystemInfo.getProcessInfo")) ?? { processInfo: [] };
    return { context, page, pid: processInfo.find(({ type }) => type === "browser")?.id ?? 0 };
  }

  /** Check all tables; the one at which a game is going on, if there is one. */
  async function checkAll(page: Page): Promise<string | undefined> {
    const all = await storedRows(page);
    const tables = await storedTables(page);
    const names = new Set(all.map(({ table }) => table));
    const rows = new Map([...names].map((name) => [name, all.filter(({ table }) => table === name)]));
    expect(new Set(tables.map(({ table }) => table))).toEqual(names);
    for (const table of new Set([...names, ...before.keys(), ...acknowledged.keys()])) {
      checkTable(rows.get(table) ?? [], before.get(table) ?? [], acknowledged.get(table) ?? new Map());
    }
    before = rows;
    return tables.find(({ summary }) => summary.status === "running")?.table;
  }

  /** How many kills met a running game; one between two games does not count, and another one follows. */
  let kills = 0;
  for (let life = 0; ; life += 1) {
    const { context, page, pid } = await openBrowser();
    await page.goto(site.url);
    await expect(page.getByRole("button", { name: "Play now" })).toBeVisible({ timeout: MINUTE });
    const running = life === 0 ? undefined : await checkAll(page);
    if (running !== undefined) kills += 1;
    if (kills === KILLS) {
      await context.close();
      break;
    }
    if (running === undefined) await page.getByRole("button", { name: "Play now" }).click();
    else await page.goto(`${site.url}#/local/${running}`);
    await expect(page.locator("g.region").first()).toBeVisible({ timeout: MINUTE });
    const closed = new Promise((resolve) => context.once("close", resolve));
    const kill = (): unknown =>
      setTimeout(() => process.kill(pid, "SIGKILL"), chance.next().value * MAX_LIFE_MS);
    // Every other life is counted from its first acknowledgement: a busy machine may need long to get there.
    if (life % 2 === 0) kill();
    else
      onAcknowledged = (): void => {
        onAcknowledged = (): void => undefined;
        kill();
      };
    await playOnAndOn(page).catch(() => undefined);
    await closed;
  }
  const commands = [...acknowledged.values()].reduce((sum, { size }) => sum + size, 0);
  expect(commands).toBeGreaterThan(KILLS / 2);
  console.log(`${KILLS} kills at ${acknowledged.size} tables, ${commands} commands acknowledged`);
  rmSync(profile, { recursive: true, force: true });
});
