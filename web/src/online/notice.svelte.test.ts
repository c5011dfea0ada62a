import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TableView } from "../api/kinds";
import { Table } from "../core/table/table.svelte";
import { FakeSource } from "../testing/fakeSource";
import { noticeTurns } from "./notice.svelte";

const ring = vi.fn<() => void>();
let isFocused = true;
let stop: () => void = () => undefined;

beforeEach(() => {
  isFocused = true;
  ring.mockClear();
  document.head.innerHTML = '<link rel="icon" href="/favicon.svg">';
  document.title = "A table";
  document.hasFocus = () => isFocused;
});
afterEach(() => {
  stop();
  vi.restoreAllMocks();
});

function state(isMine: boolean): TableView {
  return { seats: [{ is_yours: true }], decision: isMine ? { seat: 0 } : null } as TableView;
}

function watched(isMine: boolean): Table {
  const table = new Table(new FakeSource({ table: "t" } as TableView));
  table.head = table.shown = state(isMine);
  stop = $effect.root(() => noticeTurns(table, ring));
  flushSync();
  return table;
}

function tell(table: Table, isMine: boolean): void {
  table.head = table.shown = state(isMine);
  flushSync();
}

function icon(): string | null | undefined {
  return document.querySelector('link[rel="icon"]')?.getAttribute("href");
}

test("the bell rings when one's turn comes, and not for one who finds it waiting", () => {
  const table = watched(true);
  expect(ring).not.toHaveBeenCalled();
  tell(table, false);
  tell(table, true);
  expect(ring).toHaveBeenCalledOnce();
});

test("the bell rings once for a turn, however many steps it has", () => {
  const table = watched(false);
  tell(table, true);
  table.head = state(true);
  flushSync();
  tell(table, true);
  expect(ring).toHaveBeenCalledOnce();
});

test("it waits until everything that led to the turn was shown", () => {
  const table = watched(false);
  table.head = state(true);
  flushSync();
  expect(ring).not.toHaveBeenCalled();
  table.shown = table.head;
  flushSync();
  expect(ring).toHaveBeenCalledOnce();
});

test("title and icon are marked while nobody looks, and back when somebody does", () => {
  const table = watched(false);
  isFocused = false;
  tell(table, true);
  expect(document.title).toBe("Your turn · Elbowroom");
  expect(icon()).toBe(`${location.origin}/favicon-turn.svg`);
  isFocused = true;
  dispatchEvent(new Event("focus"));
  expect(document.title).toBe("A table");
  expect(icon()).toBe(`${location.origin}/favicon.svg`);
});

test("one who looks sees no marks", () => {
  const table = watched(false);
  tell(table, true);
  expect(document.title).toBe("A table");
});
