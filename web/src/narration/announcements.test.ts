import { beforeEach, expect, test } from "vitest";
import type { Event, LogLine, SeatView, TableView, View } from "../api/kinds";
import { event } from "../testing/events";
import type { DecisionControl } from "../play/control.svelte";
import { settings } from "../settings/settings.svelte";
import type { Table } from "../core/table/table.svelte";
import { announcer } from "../core/access/announcer.svelte";
import { Story } from "./announcements.svelte";

const seats = [
  { name: "Ann", is_yours: true, level: null },
  { name: "Bob", is_yours: false, level: null },
] as SeatView[];
const view = {
  regions: [1, 2, 3].map((number) => ({ number, label: String(number) })),
  players: [],
} as unknown as View;

const table = { box: { races: [], powers: [], maps: [] }, ownSeats: [0] } as unknown as Table;
const control = { situation: null, prompt: null } as unknown as {
  -readonly [Key in keyof DecisionControl]: DecisionControl[Key];
};
let story: Story;
let seq: number;

beforeEach(() => {
  settings.set("textView", false);
  announcer.polite = [];
  announcer.urgent = [];
  seq = 0;
  Object.assign(table, { log: [], shown: { seq, seats, view, ranking: null } });
  Object.assign(control, { situation: null, prompt: null });
  story = new Story(table, turn as unknown as DecisionControl);
  story.follow();
});

function happens(seat: number, events: Event[], more: Partial<TableView> = {}, what = "acted"): void {
  seq += 1;
  table.log = [...table.log, { seq, at: 0, what, seat, events } as LogLine];
  table.shown = { ...table.shown, ...more, seq } as TableView;
  story.follow();
}

const conquered = (seat: number, region: number): Event =>
  event("conquered", { seat, race: "orcs", region, tokens: 2 });
const scored = (seat: number): Event => event("scored", { seat, coins: 5 });
const asked = (title: string, seat = 0): void => {
  control.situation = { decision: { seat: 0 }, view: { seat } } as unknown as DecisionControl["situation"];
  control.prompt = { title, why: "" };
};
const said = (): string[] => announcer.polite.map((each) => each.text);
const alerted = (): string[] => announcer.urgent.map((each) => each.text);

test("what was there when one came is not told again", () => {
  table.shown = null;
  table.log = [{ seq: 1, at: 0, what: "acted", seat: 1, events: [scored(1)] }];
  const late = new Story(table, null);
  late.follow();
  table.shown = { seq: 1, seats, view } as TableView;
  late.follow();
  expect(said()).toEqual([]);
});

test("the turn of another player is one sentence for all conquests, told when it is scored", () => {
  happens(1, [conquered(1, 1)]);
  happens(1, [conquered(1, 2)]);
  expect(said()).toEqual([]);
  happens(1, [scored(1)]);
  expect(said()).toEqual(["Bob conquers regions 1 and 2 with the Orcs. Bob scores 5 coins."]);
});

test("one's own act is told at once", () => {
  happens(0, [conquered(0, 3)]);
  expect(said()).toEqual(["Ann conquers region 3 with 2 tokens of the Orcs."]);
});

test("that it is one's turn interrupts, and what is asked next in the same turn does not", () => {
  asked("Pick a combo");
  happens(1, [scored(1)]);
  expect(alerted()).toEqual(["It is your control: Pick a combo"]);
  asked("Conquer with your Orcs: 9 tokens in hand");
  happens(0, []);
  expect(alerted()).toHaveLength(1);
  expect(said()).toContain("Conquer with your Orcs: 9 tokens in hand");
});

test("a withdrawal in another player's turn is called a decision, not a turn", () => {
  asked("1 token withdraws", 1);
  happens(1, []);
  expect(alerted()).toEqual(["You have to decide: 1 token withdraws"]);
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
