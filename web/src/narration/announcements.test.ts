import { beforeEach, expect, test } from "vitest";
import type { Event, SeatView, TableView, View } from "../api/kinds";
import { event } from "../testing/events";
import { settings } from "../settings/settings.svelte";
import { Table } from "../core/table/table.svelte";
import { announcer } from "../core/access/announcer.svelte";
import { entry, FakeSource } from "../testing/fakeSource";
import { Announcements } from "./announcements.svelte";

const seats = [
  { name: "Ann", is_yours: true, level: null },
  { name: "Bob", is_yours: false, level: null },
] as SeatView[];
const view = {
  map: "m",
  regions: [1, 2, 3].map((number) => ({ number, label: String(number) })),
  players: [],
} as unknown as View;

let table: Table;
let announcements: Announcements;
let seq: number;

beforeEach(async () => {
  settings.set("textView", false);
  settings.set("speed", "off");
  announcer.polite = [];
  announcer.urgent = [];
  seq = 0;
  table = new Table(new FakeSource(state()));
  await table.open();
  announcements = new Announcements(table);
  table.follow((step) => announcements.take(step));
});

function state(more: Partial<TableView> = {}): TableView {
  return { table: "t", seq, seats, view, ranking: null, ...more } as TableView;
}

function happens(seat: number, events: Event[], more: Partial<TableView> = {}, what = "acted"): void {
  seq += 1;
  table.onEntry(entry(seq, state(more), events, { seat, what }));
}

const conquered = (seat: number, region: number): Event =>
  event("conquered", { seat, race: "orcs", region, tokens: 2 });
const scored = (seat: number): Event => event("scored", { seat, coins: 5 });
const asked = (prompt: string, isOwnTurn = true): void => announcements.ask({ prompt, isOwnTurn });
const said = (): string[] => announcer.polite.map((each) => each.text);
const alerted = (): string[] => announcer.urgent.map((each) => each.text);

test("the turn of another player is one sentence for all conquests, told when it is scored", () => {
  happens(1, [conquered(1, 1)]);
  happens(1, [conquered(1, 2)]);
  expect(said()).toEqual([]);
  happens(1, [scored(1)]);
  expect(said()).toEqual(["Bob conquers region 1 and region 2 with the Orcs. Bob scores 5 coins."]);
});

test("one's own act is told at once", () => {
  happens(0, [conquered(0, 3)]);
  expect(said()).toEqual(["Ann conquers region 3 with 2 tokens of the Orcs."]);
});

test("that it is one's turn interrupts, and what is asked next in the same turn does not", () => {
  happens(1, [scored(1)]);
  asked("Pick a combo");
  expect(alerted()).toEqual(["It is your turn: Pick a combo"]);
  asked("Conquer with your Orcs: 9 tokens in hand");
  expect(alerted()).toHaveLength(1);
  expect(said()).toContain("Conquer with your Orcs: 9 tokens in hand");
});

test("what others did is told before one decides", () => {
  happens(1, [conquered(1, 1)]);
  expect(said()).toEqual([]);
  asked("1 token withdraws", false);
  expect(said()).toEqual(["Bob conquers region 1 with 2 tokens of the Orcs."]);
});

test("a withdrawal in another player's turn is called a decision, not a turn", () => {
  asked("1 token withdraws", false);
  expect(alerted()).toEqual(["You have to decide: 1 token withdraws"]);
});

test("what was taken back is not told when the turn is over", () => {
  happens(1, [conquered(1, 1)]);
  table.onEntry(entry(9, state(), [], { seat: 1, what: "undone", takesBack: 1 }));
  happens(1, [scored(1)]);
  expect(said().at(-1)).toBe("Bob scores 5 coins.");
});

test("an undo is told by name", () => {
  happens(1, [], {}, "undone");
  expect(said()).toEqual(["Bob takes back the last decision."]);
});

test("the end names the winner to one who reads the table in words", () => {
  settings.set("textView", true);
  const ranking = [
    { place: 1, seat: 1, coins: 80, tokens: 3 },
    { place: 2, seat: 0, coins: 70, tokens: 3 },
  ];
  happens(1, [event("game_over")], { ranking });
  expect(alerted()).toEqual(["The game is over. Bob wins with 80 coins."]);
});
