import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Envelope, TableView, Update } from "../../api/kinds";
import { Refusal } from "../http/refusal";
import type { Listener, Message, Transport } from "./transport";
import { settings } from "../../settings/settings.svelte";
import { event } from "../../testing/events";
import { Table } from "./table.svelte";

class FakeTransport implements Transport {
  listener: Listener | null = null;
  sent: Envelope[] = [];
  isOpen = true;
  renewed = 0;
  since: () => number | null = () => null;

  open(listener: Listener, since: () => number | null): void {
    this.listener = listener;
    this.since = since;
    listener.opened();
  }
  send(envelope: Envelope): boolean {
    if (this.isOpen) this.sent.push(envelope);
    return this.isOpen;
  }
  renew(): void {
    this.renewed += 1;
  }
  close(): void {
    this.isOpen = false;
  }
  tell(message: Message): void {
    this.listener?.heard(message);
  }
}

function state(seq: number, extra: Partial<TableView> = {}): TableView {
  return {
    table: "t",
    seq,
    status: "running",
    seats: [{ is_yours: true }],
    view: null,
    decision: null,
    ...extra,
  } as TableView;
}

function update(seq: number, events: Update["events"] = [], extra: Partial<Update> = {}): Update {
  return { type: "update", seq, at: 0, what: "acted", seat: 1, events, state: state(seq), ...extra };
}

async function opened(): Promise<{ table: Table; transport: FakeTransport }> {
  const answers: Record<string, unknown> = {
    "": state(3, { agreement: { players: 2 } as TableView["agreement"] }),
  };
  vi.stubGlobal("fetch", async (path: string) => {
    const rest = path.replace("/api/tables/t", "");
    const given = answers[rest] ?? (rest === "/box" ? { races: [], powers: [], maps: [] } : []);
    return new Response(JSON.stringify(given));
  });
  const transport = new FakeTransport();
  const table = new Table("t", transport);
  await table.open();
  return { table, transport };
}

beforeEach(() => {
  vi.useFakeTimers();
  settings.set("speed", "normal");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A server that knows more each time it is asked, the later the more. */
function fastServer(): void {
  const line = (seq: number) => ({ seq, at: 0, what: "acted", seat: 1, events: [] });
  const lines = (last: number) => Array.from({ length: last }, (_, at) => line(at + 1));
  let now = 3;
  vi.stubGlobal("fetch", async (path: string) => {
    now += 1;
    const given = path.endsWith("/log") || path.endsWith("/chat") ? lines(now) : state(now);
    return new Response(JSON.stringify(given));
  });
}

test("what happens while it is loaded is neither missed nor told twice", async () => {
  fastServer();
  const transport = new FakeTransport();
  const table = new Table("t", transport);
  await table.open();
  const seq = table.shown?.seq ?? 0;
  const said = { seq: seq + 1, at: 0, name: "Bob", seat: 1, text: "hello", is_yours: false };
  transport.tell(update(seq + 1, [], { what: "said", state: null, said }));
  transport.tell(update(seq + 2));
  const numbers = Array.from({ length: seq }, (_, at) => at + 1);
  expect(table.log.map((each) => each.seq)).toEqual([...numbers, seq + 2]);
  expect(table.sayings.map((each) => each.seq)).toEqual([...numbers, seq + 1]);
});

test("whoever leaves while it is loaded is not connected afterwards", async () => {
  fastServer();
  const transport = new FakeTransport();
  const table = new Table("t", transport);
  const loading = table.open();
  table.close();
  await loading;
  expect(transport.listener).toBeNull();
});

test("after a snapshot no line of the log stands there twice", async () => {
  const { table, transport } = await opened();
  fastServer();
  transport.tell(update(3, [], { what: "snapshot" }));
  await vi.advanceTimersByTimeAsync(0);
  transport.tell(update(4));
  expect(table.log.map((each) => each.seq)).toEqual([1, 2, 3, 4]);
});

test("after a snapshot the chat has no gap, and what was removed meanwhile stays away", async () => {
  const { table, transport } = await opened();
  fastServer();
  const said = { seq: 6, at: 0, name: "Bob", seat: 1, text: "hello", is_yours: false };
  transport.tell(update(5, [], { what: "snapshot" }));
  transport.tell(update(6, [], { what: "said", state: null, said }));
  transport.tell(update(7, [], { what: "removed", state: null, removed: 2 }));
  await vi.advanceTimersByTimeAsync(0);
  expect(table.sayings.map((each) => each.seq)).toEqual([1, 3, 4, 5, 6]);
});

test("a snapshot ends what is being shown, and what comes then is shown on it", async () => {
  const { table, transport } = await opened();
  transport.tell(update(4, [event("declined", { seat: 1 })]));
  transport.tell(update(5, [event("conquered")]));
  transport.tell(update(300, [], { what: "snapshot" }));
  expect(table.step).toBeNull();
  expect(table.shown?.seq).toBe(300);
  expect(table.isCaughtUp).toBe(true);
  transport.tell(update(301, [event("conquered")]));
  await vi.advanceTimersByTimeAsync(0);
  expect(table.step?.seq).toBe(301);
  expect(table.shown?.seq).toBe(301);
});

test("it resumes after the last number it has heard", async () => {
  const { transport } = await opened();
  expect(transport.since()).toBe(3);
  transport.tell(update(4));
  expect(transport.since()).toBe(4);
});

test("what happened is shown step by step, and nothing can be decided before it was shown", async () => {
  const { table, transport } = await opened();
  const decision = { seat: 0 } as TableView["decision"];
  transport.tell(update(4, [event("conquered", { region: 2 })]));
  transport.tell(update(5, [event("scored")], { state: state(5, { decision }) }));
  expect(table.shown?.seq).toBe(4);
  expect(table.step?.events[0]?.code).toBe("conquered");
  expect(table.decision).toBeNull();
  await vi.advanceTimersByTimeAsync(600);
  expect(table.shown?.seq).toBe(5);
  await vi.advanceTimersByTimeAsync(1600);
  expect(table.step).toBeNull();
  expect(table.decision).toEqual(decision);
});

test("skipping shows the newest state at once", async () => {
  const { table, transport } = await opened();
  for (const seq of [4, 5, 6]) transport.tell(update(seq, [event("conquered")]));
  table.skip();
  expect(table.shown?.seq).toBe(6);
  expect(table.isCaughtUp).toBe(true);
});

test("a decline stays until it can be read, and a tap ends that", async () => {
  const { table, transport } = await opened();
  transport.tell(update(4, [event("declined", { seat: 1 })]));
  transport.tell(update(5, [event("conquered")]));
  await vi.advanceTimersByTimeAsync(2000);
  expect(table.step?.events[0]?.code).toBe("declined");
  table.skip();
  await vi.advanceTimersByTimeAsync(0);
  expect(table.step).toBeNull();
  expect(table.isCaughtUp).toBe(true);
});

test("without motion everything is shown at once", async () => {
  settings.set("speed", "off");
  const { table, transport } = await opened();
  transport.tell(update(4, [event("conquered")]));
  transport.tell(update(5, [event("conquered")]));
  await vi.advanceTimersByTimeAsync(0);
  expect(table.shown?.seq).toBe(5);
});

test("a number that was heard before is ignored, and a gap asks for a new connection", async () => {
  const { table, transport } = await opened();
  transport.tell(update(3));
  expect(transport.renewed).toBe(0);
  transport.tell(update(6));
  expect(transport.renewed).toBe(1);
  expect(table.head?.seq).toBe(3);
});

test("a command is settled by its answer, and its refusal says why", async () => {
  const { table, transport } = await opened();
  const good = table.send({ do: "act", seat: 0, action: "end" });
  expect(table.pending).toHaveLength(1);
  expect(transport.sent[0]?.base).toBe(3);
  transport.tell({ type: "ack", ack: transport.sent[0]?.id ?? "", seq: 4 });
  await expect(good).resolves.toBe(4);
  const bad = table.send({ do: "undo", seat: 0 });
  transport.tell({
    type: "nack",
    nack: transport.sent[1]?.id ?? "",
    code: "stale",
    params: {},
    reason: "moved on",
    head: 5,
  });
  await expect(bad).rejects.toBeInstanceOf(Refusal);
  expect(table.pending).toHaveLength(0);
});

test("what was not answered is sent again with the same id after a lost connection", async () => {
  const { table, transport } = await opened();
  transport.isOpen = false;
  const sending = table.send({ do: "act", seat: 0, action: "end" });
  table.closed(100, 0);
  expect(table.isConnected).toBe(false);
  expect(transport.sent).toHaveLength(0);
  transport.isOpen = true;
  table.opened();
  const [envelope] = transport.sent;
  transport.tell({ type: "ack", ack: envelope?.id ?? "", seq: 4 });
  await expect(sending).resolves.toBe(4);
});

test("a server that does not answer is tried over another connection", async () => {
  const { table, transport } = await opened();
  void table.send({ do: "act", seat: 0, action: "end" });
  await vi.advanceTimersByTimeAsync(9_000);
  expect(transport.renewed).toBe(1);
});

test("words at the table change no state, and a removed one is gone", async () => {
  const { table, transport } = await opened();
  const said = { seq: 4, at: 0, name: "Bob", seat: 1, text: "hello", is_yours: false };
  transport.tell(update(4, [], { what: "said", state: null, said }));
  expect(table.sayings.map((saying) => saying.text)).toEqual(["hello"]);
  transport.tell(update(5, [], { what: "removed", state: null, removed: 4 }));
  expect(table.sayings).toEqual([]);
  expect(table.shown?.seq).toBe(3);
});

const ROLL: Update["events"] = [event("rolled", { die: 0 }), event("attempt_failed")];

test("what follows from a die is shown only when the die lies", async () => {
  const { table, transport } = await opened();
  transport.tell(update(4, ROLL, { seat: 0 }));
  expect(table.step?.events.map(({ code }) => code)).toEqual(["rolled"]);
  expect(table.shown?.seq).toBe(3);
  await vi.advanceTimersByTimeAsync(table.step?.duration ?? 0);
  expect(table.step?.events.map(({ code }) => code)).toEqual(["attempt_failed"]);
  expect(table.shown?.seq).toBe(4);
});

test("who skips the roll of a die sees at once what came of it", async () => {
  const { table, transport } = await opened();
  transport.tell(update(4, ROLL));
  table.skip();
  expect(table.shown?.seq).toBe(4);
  await vi.advanceTimersByTimeAsync(0);
  expect(table.step).toBeNull();
  expect(table.isCaughtUp).toBe(true);
});

test("an expert may think for longer than a connection is given to answer", async () => {
  const { table, transport } = await opened();
  void table.hints();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(transport.renewed).toBe(0);
});
