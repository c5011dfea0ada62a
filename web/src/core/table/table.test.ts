import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ChatMessage, Event, TableView } from "../../api/kinds";
import { settings } from "../../settings/settings.svelte";
import { Unreachable } from "../http/refusal";
import { event } from "../../testing/events";
import { entry, FakeSource } from "../../testing/fakeSource";
import { line } from "../../testing/game";
import type { Step } from "./step";
import { Table } from "./table.svelte";

function state(seq: number, extra: Partial<TableView> = {}): TableView {
  const seats = [{ is_yours: true }];
  return { table: "t", seq, status: "running", seats, view: null, decision: null, ...extra } as TableView;
}

async function opened(log = [line(1, []), line(2, []), line(3, [])]): Promise<{
  table: Table;
  happens: (seq: number, events?: Event[], more?: Parameters<typeof entry>[3]) => void;
  source: FakeSource;
}> {
  const source = new FakeSource(state(3), { log });
  const table = new Table(source);
  await table.open();
  return {
    table,
    source,
    happens: (seq, events = [], more = {}) => table.onEntry(entry(seq, state(seq), events, more)),
  };
}

const message = (seq: number): ChatMessage => {
  return { seq, at: 0, name: "Bob", seat: 1, text: "hello", is_yours: false, is_account: false };
};

beforeEach(() => {
  vi.useFakeTimers();
  settings.set("speed", "normal");
});
afterEach(() => vi.useRealTimers());

test("whoever leaves while it is loaded does not listen afterwards", async () => {
  const source = new FakeSource(state(3));
  const table = new Table(source);
  const loading = table.open();
  table.close();
  await loading;
  expect(source.listener).toBeNull();
});

test("a table that cannot be opened says why", async () => {
  const source = new FakeSource(state(3));
  source.open = () => Promise.reject(new Error("no such table"));
  const table = new Table(source);
  await table.open();
  expect(table.gone?.message).toBe("no such table");
  expect(source.listener).toBeNull();
});

test("without a connection it is opened as soon as there is one", async () => {
  const source = new FakeSource(state(3));
  const opening = source.open.bind(source);
  source.open = () => Promise.reject(new Unreachable());
  const table = new Table(source);
  void table.open();
  await vi.advanceTimersByTimeAsync(100);
  expect(table.gone).toBeNull();
  expect(table.trouble).toBeInstanceOf(Unreachable);
  source.open = opening;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(table.shown?.seq).toBe(3);
  expect(table.trouble).toBeNull();
  expect(source.listener).toBe(table);
});

test("what happened is shown step by step, and nothing can be decided before it was shown", async () => {
  const { table, happens } = await opened();
  const decision = { seat: 0 } as TableView["decision"];
  happens(4, [event("conquered", { region: 2 })]);
  table.onEntry(entry(5, state(5, { decision }), [event("scored")]));
  expect(table.shown?.seq).toBe(4);
  expect(table.step?.events[0]?.code).toBe("conquered");
  expect(table.decision).toBeNull();
  await vi.advanceTimersByTimeAsync(600);
  expect(table.shown?.seq).toBe(5);
  await vi.advanceTimersByTimeAsync(1600);
  expect(table.step).toBeNull();
  expect(table.decision).toEqual(decision);
});

test("the steps of one entry are shown one after the other", async () => {
  const { table, happens } = await opened();
  const step = (region: number) => {
    return { text: `conquer ${region}`, events: [event("conquered", { region })], state: state(4) };
  };
  const last = step(2);
  happens(4, [], { steps: [step(1), last] });
  expect(table.step?.text).toBe("conquer 1");
  expect(table.isCaughtUp).toBe(false);
  await vi.advanceTimersByTimeAsync(600);
  expect(table.step?.text).toBe("conquer 2");
  expect(table.shown).toBe(last.state);
  expect(table.log.at(-1)?.events).toHaveLength(2);
});

test("skipping shows the newest state at once", async () => {
  const { table, happens } = await opened();
  for (const seq of [4, 5, 6]) happens(seq, [event("conquered")]);
  table.skip();
  expect(table.shown?.seq).toBe(6);
  expect(table.isCaughtUp).toBe(true);
  expect(table.log.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
});

test("a decline stays until it can be read, and a tap ends that", async () => {
  const { table, happens } = await opened();
  happens(4, [event("declined", { seat: 1 })]);
  happens(5, [event("conquered")]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(table.step?.events[0]?.code).toBe("declined");
  table.skip();
  await vi.advanceTimersByTimeAsync(0);
  expect(table.step).toBeNull();
  expect(table.isCaughtUp).toBe(true);
});

test("without motion everything is shown at once", async () => {
  settings.set("speed", "off");
  const { table, happens } = await opened();
  happens(4, [event("conquered")]);
  happens(5, [event("conquered")]);
  await vi.advanceTimersByTimeAsync(0);
  expect(table.shown?.seq).toBe(5);
});

test("a restart ends what is being shown, and what comes then is shown on it", async () => {
  const { table, happens } = await opened();
  happens(4, [event("declined", { seat: 1 })]);
  happens(5, [event("conquered")]);
  table.onRestart(state(300));
  expect(table.step).toBeNull();
  expect(table.shown?.seq).toBe(300);
  expect(table.isCaughtUp).toBe(true);
  await vi.advanceTimersByTimeAsync(0);
  happens(301, [event("conquered")]);
  expect(table.step?.seq).toBe(301);
  expect(table.shown?.seq).toBe(301);
});

test("after a restart log and chat have no gap, and what was removed meanwhile stays away", async () => {
  const { table, happens } = await opened();
  settings.set("speed", "off");
  table.onRestart(state(5));
  happens(6, [], { steps: [], said: message(6) });
  happens(7, [], { steps: [], removed: 2 });
  happens(8, [event("conquered")]);
  const log = [1, 2, 3, 4, 5].map((seq) => line(seq, []));
  table.onHistory({ seq: 5, log, chat: [1, 2, 3].map(message) });
  expect(table.log.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 8]);
  expect(table.chat.map(({ seq }) => seq)).toEqual([1, 3, 6]);
});

test("what is taken back while the history is read does not come back with it", async () => {
  settings.set("speed", "off");
  const { table, happens } = await opened();
  table.onRestart(state(5));
  happens(6, [], { what: "undone", takesBack: 5 });
  await vi.advanceTimersByTimeAsync(0);
  table.onHistory({ seq: 5, log: [4, 5].map((seq) => line(seq, [])), chat: [] });
  expect(table.log.map(({ seq }) => seq)).toEqual([4]);
});

test("words at the table change no state, and a removed one is gone", async () => {
  const { table, happens } = await opened();
  happens(4, [], { what: "said", steps: [], said: message(4) });
  expect(table.chat.map(({ text }) => text)).toEqual(["hello"]);
  happens(5, [], { what: "removed", steps: [], removed: 4 });
  expect(table.chat).toEqual([]);
  expect(table.shown?.seq).toBe(3);
});

test("the log holds what counts: an undo takes its entry out again", async () => {
  settings.set("speed", "off");
  const { table, happens } = await opened();
  happens(4, [event("conquered")]);
  happens(5, [event("conquered")]);
  happens(6, [], { what: "undone", takesBack: 5 });
  await vi.advanceTimersByTimeAsync(0);
  expect(table.log.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
});

const ROLL: Event[] = [event("rolled", { die: 0 }), event("attempt_failed")];

test("what follows from a die is shown only when the die lies", async () => {
  const { table, happens } = await opened();
  happens(4, ROLL, { seat: 0 });
  expect(table.step?.events.map(({ code }) => code)).toEqual(["rolled"]);
  expect(table.shown?.seq).toBe(3);
  await vi.advanceTimersByTimeAsync(table.step?.duration ?? 0);
  expect(table.step?.events.map(({ code }) => code)).toEqual(["attempt_failed"]);
  expect(table.shown?.seq).toBe(4);
  expect(table.log.at(-1)?.events).toEqual(ROLL);
});

test("who skips the roll of a die sees at once what came of it", async () => {
  const { table, happens } = await opened();
  happens(4, ROLL);
  table.skip();
  expect(table.shown?.seq).toBe(4);
  await vi.advanceTimersByTimeAsync(0);
  expect(table.step).toBeNull();
  expect(table.isCaughtUp).toBe(true);
});

test("a follower is told of what was before, then of every step as it is shown, and of what is skipped", async () => {
  const { table, happens } = await opened();
  const steps: Step[] = [];
  const stop = table.follow((step) => steps.push(step));
  const told = () => steps.map(({ seq, isLive }) => [seq, isLive]);
  const past = [1, 2, 3].map((seq) => [seq, false]);
  expect(told()).toEqual(past);
  for (const seq of [4, 5]) happens(seq, [event("conquered")]);
  expect(told()).toEqual([...past, [4, true]]);
  table.skip();
  expect(told()).toEqual([...past, [4, true], [5, false]]);
  stop();
  happens(6);
  expect(steps).toHaveLength(5);
});

test("chat does not wait until the board has caught up", async () => {
  const { table, happens } = await opened();
  const said: number[] = [];
  table.follow((step) => step.said !== null && said.push(step.seq));
  happens(4, [event("declined", { seat: 1 })]);
  happens(5, [], { steps: [], said: message(5) });
  expect(said).toEqual([5]);
});

test("after a restart a follower begins anew", async () => {
  const { table } = await opened();
  let seqs: number[] = [];
  table.follow(
    ({ seq }) => seqs.push(seq),
    () => (seqs = []),
  );
  table.onRestart(state(9));
  table.onHistory({ seq: 9, log: [line(1, []), line(9, [])], chat: [] });
  expect(seqs).toEqual([1, 9]);
});

test("an answer on its way makes the table busy, a word in the chat does not", async () => {
  const { table, source } = await opened();
  const said = table.send({ do: "say", text: "hello", name: "" });
  expect(table.isBusy).toBe(false);
  const done = table.try({ do: "act", seat: 0, action: "end" });
  expect(table.isBusy).toBe(true);
  expect(table.sending).toHaveLength(2);
  source.sent[1]?.reject(new Error("too late"));
  expect(await done).toBe(false);
  expect(table.isBusy).toBe(false);
  expect(table.trouble?.message).toBe("too late");
  source.sent[0]?.resolve(4);
  expect(await said).toBe(4);
});
