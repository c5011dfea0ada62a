import { expect, test } from "vitest";
import type { Event, View } from "../api/kinds";
import type { Room } from "./speech";
import { eventLines, summary } from "./telling";

const regions = [1, 2, 3].map((number) => ({ number, label: String(number) }));
const players = [{ seat: 0, active: { race: "orcs" }, declined: [] }];
const room: Room = {
  view: { regions, players } as unknown as View,
  box: { races: [], powers: [], maps: [] },
  names: ["Ann", "Bob"],
};

const event = (code: string, params: Record<string, unknown> = {}): Event => ({ code, params });
const conquered = (region: number): Event => event("conquered", { seat: 0, race: "orcs", region, tokens: 2 });
const deployed = (region: number, tokens = 1): Event => event("deployed", { race: "orcs", region, tokens });

test("tokens that go to several regions one by one are one line", () => {
  expect(eventLines(room, [deployed(1), deployed(1), deployed(3, 2)])).toEqual([
    "Orcs deploy: 2 in region 1 and 2 in region 3.",
  ]);
});

test("one who listens hears of all conquests in one sentence", () => {
  expect(
    summary(room, [conquered(1), event("tribe_removed", { region: 2 }), conquered(2), conquered(3)]),
  ).toEqual(["Ann conquers regions 1, 2 and 3 with Orcs."]);
});

test("the die and what came of it are told", () => {
  const events = [event("rolled", { seat: 0, die: 2, region: 3 }), conquered(3)];
  expect(summary(room, events)).toEqual(["Ann rolls 2.", "Ann conquers region 3 with 2 Orcs."]);
});

test("a redeployment is one short sentence", () => {
  const events = [event("gathered", { race: "orcs", tokens: 4 }), deployed(1), deployed(2), deployed(2)];
  expect(summary(room, events)).toEqual(["Ann redeploys."]);
});

test("the log leaves nothing out", () => {
  expect(eventLines(room, [event("tribe_removed", { region: 2 }), conquered(2)])).toHaveLength(2);
});
