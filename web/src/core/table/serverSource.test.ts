import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Envelope, PatchUpdate, ServerMessage, TableView } from "../../api/kinds";
import { event } from "../../testing/events";
import { speak } from "../../words/words";
import { Refusal } from "../http/refusal";
import { ServerSource } from "./serverSource";
import type { Entry, History, SourceListener } from "./source";

/** A socket that is open as soon as it is made, and keeps what is sent. */
class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readonly address: string;
  readyState = 0;
  sent: Envelope[] = [];
  onopen: () => void = () => undefined;
  onclose: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;

  constructor(address: string) {
    this.address = address;
    FakeSocket.all.push(this);
    queueMicrotask(() => {
      this.readyState = FakeSocket.OPEN;
      this.onopen();
    });
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Envelope);
  }

  close(): void {
    this.readyState = 3;
    this.onclose();
  }

  tell(message: ServerMessage): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

class Listener implements SourceListener {
  entries: Entry[] = [];
  restarts: TableView[] = [];
  histories: History[] = [];
  reason: Error | null = null;
  isConnected = false;
  onConnected(): void {
    this.isConnected = true;
  }
  onDisconnected(): void {
    this.isConnected = false;
  }
  onEntry(entry: Entry): void {
    this.entries.push(entry);
  }
  onRestart(state: TableView): void {
    this.restarts.push(state);
  }
  onHistory(history: History): void {
    this.histories.push(history);
  }
  onPresence(): void {
    // Nobody asks for it here.
  }
  onGone(reason: Error): void {
    this.reason = reason;
  }
}

const REGIONS = [1, 2].map((number) => ({ number, tokens: 0 }));

function state(seq: number, more: Partial<TableView> = {}): TableView {
  const view = { regions: REGIONS } as unknown as TableView["view"];
  return { table: "t", seq, status: "running", seats: [], view, decision: null, ...more } as TableView;
}

function patch(seq: number, more: Partial<PatchUpdate> = {}): PatchUpdate {
  return { type: "patch", seq, at: 0, what: "acted", seat: 0, ...more } as PatchUpdate;
}

let log: number;

/** The server; its log and chat know more than the state that was asked for before. */
function serve(): void {
  vi.stubGlobal("fetch", async (path: string) => {
    const rest = path.replace("/api/tables/t", "").replace("?spectator=1", "");
    const lines = Array.from({ length: log }, (_, at) => ({ seq: at + 1, at: 0, what: "acted", events: [] }));
    const answers: Record<string, unknown> = {
      "/opening": {
        state: state(3, { agreement: { players: 2, content: ["own"] } as unknown as TableView["agreement"] }),
        log: lines,
        chat: lines,
      },
      "/box": { races: [], powers: [], maps: [] },
    };
    if (!(rest in answers)) return new Response("{}", { status: 404 });
    return new Response(JSON.stringify(answers[rest]));
  });
}

async function listening(): Promise<{ source: ServerSource; listener: Listener; socket: () => FakeSocket }> {
  const source = new ServerSource("t");
  await source.open();
  const listener = new Listener();
  source.listen(listener);
  await vi.advanceTimersByTimeAsync(0);
  const socket = (): FakeSocket => FakeSocket.all.at(-1) ?? new FakeSocket("none");
  return { source, listener, socket };
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  log = 5;
  serve();
  vi.stubGlobal("WebSocket", FakeSocket);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("it listens after the moment at which it was opened", async () => {
  const source = new ServerSource("t");
  expect((await source.open()).state.seq).toBe(3);
  source.listen(new Listener());
  expect(FakeSocket.all[0]?.address).toContain("/ws/tables/t?protocol=2&since=3");
});

test("a table that came with the page is not asked for, but once", async () => {
  const opening = { state: state(7, { agreement: null }), log: [], chat: [] };
  const element = Object.assign(document.createElement("script"), {
    id: "opening",
    type: "application/json",
  });
  element.textContent = JSON.stringify(opening);
  document.body.append(element);
  expect((await new ServerSource("t").open()).state.seq).toBe(7);
  expect((await new ServerSource("t").open()).state.seq).toBe(3);
});

test("somebody who only watches sends no cookie and says so", async () => {
  const asked = vi.spyOn(globalThis, "fetch");
  const source = new ServerSource("t", { isSpectator: true });
  await source.open();
  expect(asked).toHaveBeenCalledWith(
    "/api/tables/t/opening?spectator=1",
    expect.objectContaining({ credentials: "omit" }),
  );
  source.listen(new Listener());
  expect(FakeSocket.all.at(-1)?.address).toContain("&spectator=1");
});

test("an entry brings its steps with the table after each, and unchanged regions stay the same objects", async () => {
  const { listener, socket } = await listening();
  const conquered = [event("conquered", { region: 1 })];
  socket().tell(
    patch(4, {
      steps: [
        { text: "conquer 1", events: conquered, patch: { regions: { "0": { tokens: 3 } } } },
        { text: "end", events: [], patch: { regions: { "0": { tokens: 2 } } } },
      ],
      patch: { to_move: 1 },
    }),
  );
  const [entry] = listener.entries;
  const [first, last] = entry?.steps ?? [];
  expect(first).toMatchObject({ text: "conquer 1", events: conquered });
  expect(first?.state.view?.regions[0]?.tokens).toBe(3);
  expect(last?.state).toMatchObject({ seq: 4, to_move: 1 });
  expect(last?.state.view?.regions[0]?.tokens).toBe(2);
  expect(last?.state.view?.regions[1]).toBe(first?.state.view?.regions[1]);
});

test("what is to be decided is not known before the whole entry is", async () => {
  const { listener, socket } = await listening();
  socket().tell(patch(4, { patch: { decision: { "=": { seat: 0, legal: [] } } } }));
  socket().tell(
    patch(5, {
      steps: [
        { text: "a", events: [] },
        { text: "b", events: [] },
      ],
    }),
  );
  const steps = listener.entries[1]?.steps;
  expect(steps?.[0]?.state.decision).toBeNull();
  expect(steps?.[1]?.state.decision).toEqual({ seat: 0, legal: [] });
});

test("who knows more than the server, as after an older backup was restored, begins anew", async () => {
  const { socket, source, listener } = await listening();
  socket().tell({ type: "bye", code: "base_ahead", retry: 2, reason: "", params: { base: 3, head: 2 } });
  socket().close();
  await vi.advanceTimersByTimeAsync(2000);
  expect(socket().address).not.toContain("since");
  socket().tell({
    type: "update",
    seq: 2,
    at: 0,
    what: "snapshot",
    seat: null,
    events: [],
    chain: "",
    state: state(2),
  });
  expect(listener.restarts.at(-1)?.seq).toBe(2);
  expect(listener.reason).toBeNull();
  const sent = source.send({ do: "undo", seat: 0 });
  const { id } = socket().sent.at(-1) ?? { id: "" };
  const nack = { params: { base: 2, head: 1 }, reason: "no", head: 1, at_action: null };
  const refused = expect(sent).rejects.toMatchObject({ code: "base_ahead" });
  socket().tell({ type: "nack", nack: id, code: "base_ahead", ...nack });
  await refused;
  await vi.advanceTimersByTimeAsync(1000);
  expect(socket().address).not.toContain("since");
});

test("it resumes after the last number it has heard, chat included", async () => {
  const { socket, listener } = await listening();
  socket().tell(patch(4));
  socket().tell(patch(5, { what: "said" }));
  expect(listener.entries.map(({ steps }) => steps.length)).toEqual([1, 0]);
  socket().close();
  expect(listener.isConnected).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(socket().address).toContain("&since=5");
});

test("a number that was heard before is ignored, and a gap leads to a whole state", async () => {
  const { socket, listener } = await listening();
  socket().tell(patch(3));
  expect(FakeSocket.all).toHaveLength(1);
  socket().tell(patch(6));
  await vi.advanceTimersByTimeAsync(1000);
  expect(listener.entries).toEqual([]);
  expect(socket().address).not.toContain("since");
});

test("a patch that does not fit leads to a whole state, never to a guess", async () => {
  const { socket, listener } = await listening();
  socket().tell(patch(4, { patch: { view: { regions: { "9": { tokens: 1 } } } } }));
  expect(listener.entries).toEqual([]);
  expect(socket().sent.map(({ cmd }) => cmd)).toEqual([{ do: "state", differs: true }]);
});

test("a check that differs is asked about, one that does not is not", async () => {
  const { socket, listener } = await listening();
  socket().tell(patch(4, { state: state(4) }));
  expect(socket().sent).toEqual([]);
  socket().tell(patch(5, { state: state(5, { to_move: 1 }) }));
  expect(socket().sent.map(({ cmd }) => cmd)).toEqual([{ do: "state", differs: true }]);
  expect(listener.entries).toHaveLength(2);
});

test("a snapshot restarts the table, keeps what is equal, and log and chat are read again", async () => {
  const { socket, listener } = await listening();
  socket().tell(patch(4));
  log = 90;
  socket().tell({
    type: "update",
    seq: 80,
    at: 0,
    what: "snapshot",
    seat: null,
    events: [],
    chain: "",
    state: state(80),
  });
  expect(listener.restarts[0]).toMatchObject({ seq: 80, agreement: { players: 2 } });
  expect(listener.restarts[0]?.view).toBe(listener.entries[0]?.steps[0]?.state.view);
  await vi.advanceTimersByTimeAsync(0);
  expect(listener.histories[0]).toMatchObject({ seq: 80 });
  expect(listener.histories[0]?.log).toHaveLength(80);
});

test("a history that could not be read is read later", async () => {
  const { socket, listener } = await listening();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  const snapshot = { at: 0, what: "snapshot", seat: null, events: [], chain: "" };
  socket().tell({ type: "update", seq: 4, ...snapshot, state: state(4) });
  await vi.advanceTimersByTimeAsync(100);
  expect(listener.restarts).toHaveLength(1);
  expect(listener.histories).toEqual([]);
  serve();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(listener.histories.map(({ seq }) => seq)).toEqual([4]);
});

test("a command is done when its entry has arrived, not before", async () => {
  const { source, socket, listener } = await listening();
  let done: number | null = null;
  void source.send({ do: "act", seat: 0, action: "end" }).then((seq) => (done = seq));
  const [envelope] = socket().sent;
  expect(envelope?.base).toBe(3);
  socket().tell({ type: "ack", ack: envelope?.id ?? "", seq: 4 });
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toBeNull();
  socket().tell(patch(4, { command: envelope?.id ?? "" }));
  expect(listener.entries).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toBe(4);
});

test("a command is done with its entry even if the answer comes later, or never", async () => {
  const { source, socket } = await listening();
  const sending = source.send({ do: "act", seat: 0, actions: ["expand", "conquer 1"] });
  const [envelope] = socket().sent;
  socket().tell(patch(4, { command: envelope?.id ?? "" }));
  await expect(sending).resolves.toBe(4);
  socket().tell({ type: "ack", ack: envelope?.id ?? "", seq: 4 });
  socket().close();
  await vi.advanceTimersByTimeAsync(1000);
  expect(socket().sent).toEqual([]);
});

test("a refusal says why, and which of several actions", async () => {
  const { source, socket } = await listening();
  const sending = source.send({ do: "act", seat: 0, actions: ["expand", "conquer 9"] });
  const nack = socket().sent[0]?.id ?? "";
  socket().tell({ type: "nack", nack, code: "stale", params: {}, reason: "moved on", head: 5, at_action: 1 });
  const refusal = await sending.catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal).toMatchObject({ code: "stale", atAction: 1 });
});

test("what was not answered is sent again with the same id after a lost connection", async () => {
  const { source, socket } = await listening();
  socket().close();
  const sending = source.send({ do: "undo", seat: 0 });
  await vi.advanceTimersByTimeAsync(1000);
  const [envelope] = socket().sent;
  expect(envelope?.cmd).toEqual({ do: "undo", seat: 0 });
  socket().close();
  await vi.advanceTimersByTimeAsync(2000);
  expect(socket().sent).toEqual([envelope]);
  socket().tell(patch(4));
  socket().tell({ type: "ack", ack: envelope?.id ?? "", seq: 4 });
  await expect(sending).resolves.toBe(4);
});

test("a server that does not answer is tried over another connection, but a hint may take its time", async () => {
  const { source } = await listening();
  void source.hints();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(FakeSocket.all).toHaveLength(1);
  void source.send({ do: "act", seat: 0, action: "end" });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(FakeSocket.all.length).toBeGreaterThan(1);
});

test("somebody who has just come in gets the whole table as they may see it", async () => {
  const { source, socket } = await listening();
  source.reconnect();
  await vi.advanceTimersByTimeAsync(1000);
  expect(socket().address).not.toContain("since");
});

test("a reason that this page has no words for is told in those of the server", async () => {
  const { socket, listener } = await listening();
  socket().tell({ type: "bye", code: "unheard_of", retry: 60, reason: "Load this page again.", params: {} });
  await vi.advanceTimersByTimeAsync(0);
  expect(listener.reason?.message).toBe("Load this page again.");
});

test("one who may not stay hears why in their own language, and it is not tried again", async () => {
  const { socket, listener } = await listening();
  const params = { why: "You cheated." };
  socket().tell({ type: "bye", code: "banned", retry: 60, reason: "Only look on.", params });
  socket().close();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(FakeSocket.all).toHaveLength(1);
  expect(listener.reason?.message).toBe("You may only look on here (reason: You cheated.).");
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await speak("de");
  expect(listener.reason?.message).toBe("Du darfst hier nur zuschauen (Grund: You cheated.).");
  await speak("en");
});

test("a server that is away for a moment is tried again when it says", async () => {
  const { socket } = await listening();
  socket().tell({ type: "bye", code: "restart", retry: 5, reason: "", params: {} });
  socket().close();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(FakeSocket.all).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(FakeSocket.all).toHaveLength(2);
});
