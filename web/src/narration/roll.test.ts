import { beforeEach, expect, test } from "vitest";
import type { Event, TableView } from "../api/kinds";
import { Table } from "../core/table/table.svelte";
import { event } from "../testing/events";
import { FakeSource } from "../testing/fakeSource";
import { seat, step, view } from "../testing/scene";
import { lastRoll } from "./roll";

const rolled = event("rolled", { seat: 0, die: 2 });
const conquered = event("conquered", { seat: 0, region: 3 });
let table: Table;

beforeEach(() => {
  table = new Table(new FakeSource({ table: "t" } as TableView));
  const seats = [seat("Ann", { is_yours: true }), seat("Bob")];
  table.head = table.shown = { seq: 9, seats, view: view() } as TableView;
});

function acted(seq: number, seat: number, events: Event[]): void {
  table.log = [...table.log, { seq, at: 0, what: "acted", seat, events }];
}

test("a final attempt tells what the die showed, and whether that was enough", () => {
  acted(8, 0, [rolled, conquered]);
  expect(lastRoll(table)).toEqual({
    die: 2,
    text: "Ann rolls the die: 2. Ann conquers region 3 with 2 tokens of the Orcs.",
  });
  acted(9, 0, [rolled, event("attempt_failed", { seat: 0, region: 3 })]);
  expect(lastRoll(table)).toEqual({ die: 2, text: "Ann rolls the die: 2. The attempt on region 3 fails." });
});

test("after the next act it is over, and the rolls of others are their own", () => {
  acted(7, 0, [rolled, conquered]);
  acted(8, 0, []);
  expect(lastRoll(table)).toBeNull();
  acted(9, 1, [rolled, conquered]);
  expect(lastRoll(table)).toBeNull();
});

test("it is not told before the board has shown it", () => {
  acted(7, 0, [rolled, conquered]);
  table.step = step([conquered], null, null);
  expect(lastRoll(table)).toBeNull();
  table.step = null;
  expect(lastRoll(table)).not.toBeNull();
});
