import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ChatMessage, TableView } from "../api/kinds";
import { Table } from "../core/table/table.svelte";
import { sounds } from "./sounds";
import { listen } from "./tableSounds.svelte";

const silent = { open: () => undefined, send: () => false, renew: () => undefined, close: () => undefined };
let play: ReturnType<typeof vi.spyOn>;
let table: Table;
let stop: () => void;

beforeEach(() => {
  play = vi.spyOn(sounds, "play").mockReturnValue();
  table = new Table("t", silent);
  table.sayings = [saying(3, false)];
  table.head = table.shown = { seats: [] } as unknown as TableView;
  stop = $effect.root(() => listen(table));
  flushSync();
});
afterEach(() => {
  stop();
  vi.restoreAllMocks();
});

function saying(seq: number, isYours: boolean): ChatMessage {
  return { seq, at: 0, name: "Bob", seat: 1, text: "hello", is_yours: isYours };
}

function say(seq: number, isYours: boolean): void {
  table.sayings = [...table.sayings, saying(seq, isYours)];
  flushSync();
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
  table.sayings = table.sayings.slice(0, 1);
  flushSync();
  expect(play).not.toHaveBeenCalled();
});

test("what is refused is heard", () => {
  table.trouble = new Error("not your turn");
  flushSync();
  expect(play).toHaveBeenCalledExactlyOnceWith("refusal");
});
