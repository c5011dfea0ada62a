import { afterEach, expect, test, vi } from "vitest";
import type { Command, TableView } from "../../api/kinds";
import { MemoryShelf } from "../../testing/memoryShelf";
import { nativeDesk, type NativeDesk } from "../../testing/nativeDesk";
import { speak } from "../../words/words";
import { Refusal } from "../http/refusal";
import type { Entry, SourceListener } from "../table/source";
import { localAddress } from "../places/localAddress";
import { DeskClient, type Port } from "./deskClient";
import { DeskHost, type OtherTabs, type Turns } from "./deskHost";
import { checkContent, checkPaintedMap, drawPaintedMap, paintMap, paintRandomMap } from "./deskChecks";
import { continueRecord, importRecord, LocalSource, openLocalTable, type BoxFiles } from "./localSource";
import type { FromWorker, ToWorker } from "./protocol";

/** What the real desk takes a while for; a machine may be busy. */
const PATIENCE = 120_000;

const FILES: BoxFiles = {
  box: async () => ({ races: [], powers: [], maps: [] }),
  layout: async () => ({}) as Awaited<ReturnType<BoxFiles["layout"]>>,
  drawing: (map, theme) => `${map}-${theme}.svg`,
};

/** All tabs of a device. */
class Tabs {
  private listeners: { tab: object; listener: (table: string) => void }[] = [];

  of(): OtherTabs {
    const tab = {};
    return {
      tell: (table) => {
        for (const other of this.listeners) if (other.tab !== tab) other.listener(table);
      },
      onTold: (listener) => this.listeners.push({ tab, listener }),
    };
  }
}

const desks: NativeDesk[] = [];

/** A page with its worker: what they say is copied, as through a port. */
function page(shelf: MemoryShelf, others: OtherTabs | null = null): DeskClient {
  const desk = nativeDesk();
  desks.push(desk);
  const turns: Turns = (_name, work) => work();
  const port: Port = {
    onmessage: null,
    postMessage: (message: ToWorker) => void host.hear(structuredClone(message)),
  };
  const post = (message: FromWorker): void =>
    port.onmessage?.({ data: structuredClone(message) } as MessageEvent<FromWorker>);
  const host = new DeskHost(desk.answer, shelf, post, { turns, others });
  return new DeskClient(port);
}

/** Follows a table, and decides with the first or the last thing that may be done. */
class Player implements SourceListener {
  readonly source: LocalSource;
  state: TableView | null = null;
  entries: Entry[] = [];
  reason: Error | null = null;
  private wake: () => void = () => undefined;

  constructor(desk: DeskClient, table: string) {
    this.source = new LocalSource(desk, table, FILES);
  }

  async begin(): Promise<this> {
    const { state } = await this.source.open();
    this.state = state;
    this.source.listen(this);
    return this;
  }

  async until(done: (state: TableView) => boolean): Promise<TableView> {
    for (;;) {
      if (this.reason !== null) throw this.reason;
      if (this.state !== null && done(this.state)) return this.state;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }

  /** Act when it is one's turn; false when the game is over. */
  async act(): Promise<boolean> {
    const { status, decision } = await this.until(
      (state) => state.status === "over" || state.decision !== null,
    );
    if (status === "over" || decision === null) return false;
    const action = decision.legal.at(-1)?.text ?? "";
    await this.source.send({ do: "act", seat: decision.seat, action });
    return true;
  }

  onEntry(entry: Entry): void {
    this.entries.push(entry);
    this.state = entry.steps.at(-1)?.state ?? this.state;
    this.wake();
  }

  onRestart(state: TableView): void {
    this.state = state;
    this.wake();
  }

  onGone(reason: Error): void {
    this.reason = reason;
    this.wake();
  }

  onConnected = vi.fn();
  onDisconnected = vi.fn();
  onHistory = vi.fn();
  onPresence = vi.fn();
}

afterEach(() => {
  for (const desk of desks.splice(0)) desk.end();
});

test("a whole game is played, stored and told once, in order", { timeout: PATIENCE }, async () => {
  const shelf = new MemoryShelf();
  const desk = page(shelf);
  const table = await openLocalTable(desk, { players: 2, computers: ["easy"] }, ["Ann"]);
  const player = await new Player(desk, table).begin();
  const first = player.state?.seq ?? 0;
  while (await player.act());
  const seqs = player.entries.map(({ seq }) => seq);
  expect(seqs).toEqual(seqs.map((_, at) => first + 1 + at));
  const rows = await shelf.rows(table);
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, at) => at + 1));
  expect(rows.length).toBe(player.state?.seq);
  expect((await shelf.kept(table))?.summary.status).toBe("over");
  expect(player.source.drawing("day")).toMatch(/-day.svg$/);
  expect((await player.source.replay()).updates.length).toBe(rows.length - 1);
  const again = await player.source.rematch();
  expect((await shelf.tables()).map((kept) => localAddress(kept.table))).toContain(again);
  const record = await player.source.record();
  const shown = await importRecord(desk, record);
  const { state } = await new LocalSource(desk, shown, FILES).open();
  expect(state.is_import).toBe(true);
});

test("a game goes on where it was when the page was closed", { timeout: PATIENCE }, async () => {
  const shelf = new MemoryShelf();
  const first = page(shelf);
  const table = await openLocalTable(first, { players: 3, computers: ["easy", "easy"] }, ["Ann"]);
  const player = await new Player(first, table).begin();
  for (let turn = 0; turn < 12; turn += 1) await player.act();
  const { seq } = await player.until((state) => state.decision !== null);
  desks[0]?.end();
  const again = await new Player(page(shelf), table).begin();
  expect(again.state?.seq).toBe(seq);
  expect(again.state).toEqual({ ...player.state, agreement: again.state?.agreement });
  expect(await again.act()).toBe(true);
});

test("two tabs on one game do not fork it", { timeout: PATIENCE }, async () => {
  const shelf = new MemoryShelf();
  const tabs = new Tabs();
  const [one, other] = [page(shelf, tabs.of()), page(shelf, tabs.of())];
  const table = await openLocalTable(one, { players: 2, computers: ["easy"] }, ["Ann"]);
  const players = [await new Player(one, table).begin(), await new Player(other, table).begin()];
  let refused = 0;
  for (let turn = 0; turn < 20; turn += 1) {
    const acts = await Promise.allSettled(players.map((player) => player.act()));
    for (const act of acts) {
      if (act.status === "fulfilled") continue;
      expect((act.reason as Refusal).code).toBe("stale");
      refused += 1;
    }
  }
  expect(refused).toBeGreaterThan(0);
  const head = (await shelf.rows(table)).length;
  const states = await Promise.all(players.map((player) => player.until(({ seq }) => seq >= head)));
  expect(states[0]?.view).toEqual(states[1]?.view);
  for (const { entries } of players) {
    const seqs = entries.map(({ seq }) => seq);
    expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b));
  }
});

test("a full device says so, and nothing was played", { timeout: PATIENCE }, async () => {
  await speak("en");
  const shelf = new MemoryShelf();
  const desk = page(shelf);
  const table = await openLocalTable(desk, { players: 2 }, ["Ann", "Bob"]);
  const player = await new Player(desk, table).begin();
  const before = player.state;
  shelf.failure = "storage_full";
  const refusal = await player.act().catch((error: unknown) => error as Refusal);
  expect(refusal).toMatchObject({ code: "storage_full" });
  expect((refusal as Refusal).message).toMatch(/room/);
  await expect(openLocalTable(desk, { players: 2 }, ["Ann"])).rejects.toMatchObject({ code: "storage_full" });
  expect(player.state).toEqual(before);
  shelf.failure = null;
  expect(await player.act()).toBe(true);
});

test(
  "a browser that cleared its storage during a game says that the game is not kept",
  { timeout: PATIENCE },
  async () => {
    await speak("en");
    const shelf = new MemoryShelf();
    const desk = page(shelf);
    const table = await openLocalTable(desk, { players: 2 }, ["Ann", "Bob"]);
    const player = await new Player(desk, table).begin();
    await shelf.remove(table);
    const refusal = await player.act().catch((error: unknown) => error as Refusal);
    expect(refusal).toMatchObject({ code: "table_not_kept" });
    expect((refusal as Refusal).message).toMatch(/not kept in this browser/);
  },
);

test("hints, costs, what-if, undo and moments of the past", { timeout: PATIENCE }, async () => {
  const desk = page(new MemoryShelf());
  const table = await openLocalTable(desk, { players: 2 }, ["Ann", "Bob"]);
  const player = await new Player(desk, table).begin();
  const { seq, decision } = await player.until((state) => state.decision !== null);
  expect((await player.source.hints()).length).toBeGreaterThan(0);
  expect((await player.source.costs()).length).toBeGreaterThan(0);
  const action = decision?.legal[0]?.text ?? "";
  expect((await player.source.whatIf(seq, [action])).steps.map(({ text }) => text)).toEqual([action]);
  await player.act();
  expect((await player.source.at(seq)).seq).toBe(seq);
  const undo: Command = { do: "undo", seat: decision?.seat ?? 0, beyond_luck: true };
  await player.source.send(undo);
  expect(player.state?.to_move).toBe(decision?.seat);
});

test("a table that is not there, or was removed, is gone", { timeout: PATIENCE }, async () => {
  const shelf = new MemoryShelf();
  const desk = page(shelf);
  await expect(new LocalSource(desk, "none", FILES).open()).rejects.toMatchObject({ code: "table_not_kept" });
  const table = await openLocalTable(desk, { players: 2 }, ["Ann"]);
  await desk.ask({ ask: "remove", table });
  await expect(new LocalSource(desk, table, FILES).open()).rejects.toMatchObject({ code: "table_not_kept" });
  expect(await shelf.tables()).toEqual([]);
});

test("a worker that is gone is told to everybody who waits", async () => {
  const client = new DeskClient({ onmessage: null, postMessage: () => undefined });
  const waiting = client.ask({ ask: "opening", table: "t" });
  client.fail(new Error("gone"));
  await expect(waiting).rejects.toThrow("gone");
  await expect(client.ask({ ask: "opening", table: "t" })).rejects.toThrow("gone");
});

test("a copy of a game is played on from its record", { timeout: PATIENCE }, async () => {
  const desk = page(new MemoryShelf());
  const table = await openLocalTable(desk, { players: 2, computers: ["easy"] }, ["Ann"]);
  const player = await new Player(desk, table).begin();
  for (let turn = 0; turn < 5; turn += 1) await player.act();
  const { view } = await player.until((state) => state.decision !== null);
  const copy = await new Player(desk, await continueRecord(desk, await player.source.record())).begin();
  expect(copy.state?.view).toEqual(view);
  expect(copy.state?.begun_elsewhere).toBeGreaterThan(0);
  expect(await copy.act()).toBe(true);
  await expect(continueRecord(desk, "nonsense")).rejects.toBeInstanceOf(Refusal);
});

test(
  "of a game that cannot be read the last position is kept as a record",
  { timeout: PATIENCE },
  async () => {
    const shelf = new MemoryShelf();
    const first = page(shelf);
    const table = await openLocalTable(first, { players: 2, computers: ["easy"] }, ["Ann"]);
    const player = await new Player(first, table).begin();
    for (let turn = 0; turn < 5; turn += 1) await player.act();
    const { view } = await player.until((state) => state.decision !== null);
    desks[0]?.end();
    const rows = await shelf.rows(table);
    const unknown = rows.map((row, at) =>
      at === 3 ? { ...row, text: '{"seq":4,"at":1,"entry":{"kind":"danced"}}' } : row,
    );
    shelf.rows = async () => unknown;
    const desk = page(shelf);
    const source = new LocalSource(desk, table, FILES);
    await expect(source.open()).rejects.toMatchObject({ code: "newer_table" });
    const record = await source.record();
    shelf.rows = MemoryShelf.prototype.rows.bind(shelf);
    const copy = await new Player(desk, await continueRecord(desk, record)).begin();
    expect(copy.state?.view?.regions).toEqual(view?.regions);
  },
);

test(
  "own content and painted maps are checked and drawn without a server",
  { timeout: PATIENCE },
  async () => {
    const desk = page(new MemoryShelf());
    const content = ['[race.gnomes]\ntokens = 5\ntokens_of = "amazons"\n'];
    expect((await checkContent(desk, content)).races.map(({ id }) => id)).toEqual(["gnomes"]);
    const painted = await paintRandomMap(desk, 2, 1);
    expect(await paintRandomMap(desk, 2, 1)).toEqual(painted);
    const { problems, text } = await checkPaintedMap(desk, painted);
    expect(problems).toEqual([]);
    expect((await paintMap(desk, text ?? "")).regions.length).toBe(painted.regions.length);
    expect(await drawPaintedMap(desk, text ?? "", "night")).toMatch(/^<svg/);
  },
);
