import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ChatMessage, Event, TableView } from "../api/kinds";
import { Table } from "../core/table/table.svelte";
import { event } from "../testing/events";
import { entry, FakeSource } from "../testing/fakeSource";
import { line } from "../testing/game";
import { sounds } from "./sounds";
import { soundTable } from "./tableSounds.svelte";

const STATE = { table: "t", seq: 3, seats: [{ is_yours: true }] } as TableView;
const TURN: Event[] = [event("conquered", { seat: 1, tokens: 2 })];
let play: ReturnType<typeof vi.spyOn>;
let table: Table;
let stop: () => void;

beforeEach(async () => {
  vi.useFakeTimers();
  play = vi.spyOn(sounds, "play").mockReturnValue();
  const log = [line(2, [event("conquered")])];
  table = new Table(new FakeSource(STATE, { log, chat: [message(3, false)] }));
  await table.open();
  stop = $effect.root(() => soundTable(table));
  flushSync();
});
afterEach(() => {
  stop();
  table.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function message(seq: number, isYours: boolean): ChatMessage {
  return { seq, at: 0, name: "Bob", seat: 1, text: "hello", is_yours: isYours, is_account: false };
}

function say(seq: number, isYours: boolean): void {
  table.onEntry(entry(seq, STATE, [], { what: "said", steps: [], said: message(seq, isYours) }));
}

test("what others write is heard, what one writes oneself and what was there before is not", () => {
  say(4, true);
  expect(play).not.toHaveBeenCalled();
  say(5, false);
  expect(play).toHaveBeenCalledExactlyOnceWith("chat");
});

test("a message that is removed makes no sound", () => {
  say(4, false);
  play.mockClear();
  table.onEntry(entry(5, STATE, [], { what: "removed", steps: [], removed: 4 }));
  expect(play).not.toHaveBeenCalled();
});

test("what happens is heard when it is shown, and what is skipped is not", async () => {
  table.onEntry(entry(4, STATE, TURN));
  expect(play).toHaveBeenCalledExactlyOnceWith("conquest", { count: 2, after: 0 });
  table.onEntry(entry(5, STATE, TURN));
  table.onEntry(entry(6, STATE, TURN));
  expect(play).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(table.step?.duration ?? 0);
  expect(play).toHaveBeenCalledTimes(2);
  table.skip();
  expect(play).toHaveBeenCalledTimes(2);
});

test("a log that is read again makes no sound", () => {
  table.onRestart({ ...STATE, seq: 9 });
  table.onHistory({ seq: 9, log: [line(2, TURN), line(9, TURN)], chat: [message(8, false)] });
  expect(play).not.toHaveBeenCalled();
});

test("nothing is heard any more by one who has left", () => {
  stop();
  table.onEntry(entry(4, STATE, TURN));
  expect(play).not.toHaveBeenCalled();
});

test("what is refused is heard", () => {
  table.trouble = new Error("not your turn");
  flushSync();
  expect(play).toHaveBeenCalledExactlyOnceWith("refusal");
});
