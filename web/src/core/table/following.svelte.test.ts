import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { TableView } from "../../api/kinds";
import { settings } from "../../settings/settings.svelte";
import { event } from "../../testing/events";
import { entry, FakeSource } from "../../testing/fakeSource";
import { line } from "../../testing/game";
import { followNews, followTable } from "./following.svelte";
import { Table } from "./table.svelte";

const STATE = { table: "t", seq: 3, seats: [{ is_yours: true }], view: null } as unknown as TableView;
const LOG = [line(1, []), line(3, [event("conquered")])];

let table: Table;
let stop: () => void;
let told: number[];
let restarts: number;

beforeEach(() => {
  settings.set("speed", "off");
  told = [];
  restarts = 0;
  table = new Table(new FakeSource(STATE, { log: LOG }));
});
afterEach(() => {
  stop();
  settings.set("speed", "normal");
});

/** A component begins to follow. */
function begin(follow: () => void): void {
  stop = $effect.root(follow);
  flushSync();
}

function followAll(): void {
  begin(() =>
    followTable(
      table,
      ({ seq }) => told.push(seq),
      () => {
        restarts += 1;
        told = [];
      },
    ),
  );
}

function followNew(): void {
  begin(() => followNews(table, ({ seq }) => told.push(seq)));
}

function happen(seq: number): void {
  table.onEntry(entry(seq, STATE, [event("conquered")]));
}

/** The connection was lost, and the table goes on at this number. */
function restart(seq: number, seqs: readonly number[]): void {
  table.onRestart({ ...STATE, seq });
  table.onHistory({ seq, log: seqs.map((each) => line(each, [event("conquered")])), chat: [] });
}

test("one who follows is told of what was before, then of what happens", async () => {
  await table.open();
  followAll();
  expect(told).toEqual([1, 3]);
  happen(4);
  expect(told).toEqual([1, 3, 4]);
});

test("one who follows before the table is open is told the same", async () => {
  followAll();
  expect(told).toEqual([]);
  await table.open();
  happen(4);
  expect(told).toEqual([1, 3, 4]);
});

test("one who follows begins anew where the log does", async () => {
  await table.open();
  followAll();
  const before = restarts;
  restart(9, [1, 3, 8, 9]);
  expect(restarts).toBe(before + 1);
  expect(told).toEqual([1, 3, 8, 9]);
  happen(10);
  expect(told).toEqual([1, 3, 8, 9, 10]);
});

test("nothing that a follower reads makes it follow once more", async () => {
  await table.open();
  begin(() =>
    followTable(
      table,
      ({ seq }) => {
        if (table.shown !== null && table.log.length > 0) told.push(seq);
      },
      () => void (restarts += table.log.length > 0 ? 1 : 0),
    ),
  );
  happen(4);
  flushSync();
  expect(told).toEqual([1, 3, 4]);
  expect(restarts).toBe(1);
});

test("whoever has left is told nothing more", async () => {
  await table.open();
  followAll();
  stop();
  happen(4);
  restart(9, [9]);
  expect(told).toEqual([1, 3]);
});

test("what was there before one came is no news", async () => {
  await table.open();
  followNew();
  expect(told).toEqual([]);
  happen(4);
  expect(told).toEqual([4]);
});

test("what a table that is still to be opened brings with it is no news", async () => {
  followNew();
  await table.open();
  expect(told).toEqual([]);
  happen(4);
  expect(told).toEqual([4]);
});

test("what was skipped is news, too", async () => {
  settings.set("speed", "normal");
  await table.open();
  followNew();
  for (const seq of [4, 5, 6]) happen(seq);
  expect(told).toEqual([4]);
  table.skip();
  expect(told).toEqual([4, 5, 6]);
});

test("what is read after a gap is no news, and what happens then is", async () => {
  await table.open();
  followNew();
  happen(4);
  restart(9, [1, 3, 4, 8, 9]);
  expect(told).toEqual([4]);
  happen(10);
  expect(told).toEqual([4, 10]);
});

test("what happens while the gap is still being read is news once", async () => {
  await table.open();
  followNew();
  table.onRestart({ ...STATE, seq: 9 });
  happen(10);
  table.onHistory({ seq: 9, log: [line(9, [])], chat: [] });
  expect(told).toEqual([10]);
});

test("what somebody writes is news", async () => {
  await table.open();
  followNew();
  const said = { seq: 4, at: 0, name: "Bob", seat: 1, text: "hello", is_yours: false, is_account: false };
  table.onEntry(entry(4, STATE, [], { what: "said", steps: [], said }));
  expect(told).toEqual([4]);
});

test("an old moment that a replay goes back to is no news, but what is played from there is", async () => {
  await table.open();
  followNew();
  happen(4);
  happen(5);
  restart(3, [1, 3]);
  happen(4);
  expect(told).toEqual([4, 5, 4]);
});
