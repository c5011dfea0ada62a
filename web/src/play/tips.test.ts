import { expect, test } from "vitest";
import type { Decision, LegalAction, View } from "../api/kinds";
import { player, race, view } from "../testing/scene";
import type { Situation } from "./situation";
import { tipFor } from "./tips";

function situation(seen: Partial<View>, ...legal: Partial<LegalAction>[]): Situation {
  return {
    view: view(seen),
    decision: { seat: 0, legal } as unknown as Decision,
    box: { races: [], powers: [], maps: [], markers: [] },
    names: ["Ann", "Bob"],
  };
}

const held = (...regions: number[]): Partial<View> => ({
  phase: "conquer",
  players: [player(0, { active: race("orcs", regions) }), player(1)],
});
const certain = { text: "conquer 2", region: 2 };
const risky = { text: "conquer 3", region: 3, chance: 0.5 };

test("a race that enters, one that spreads and one that can only try its luck get different tips", () => {
  expect(tipFor(situation(held(), certain))).toBe("enter");
  expect(tipFor(situation(held(1), certain, risky))).toBe("spread");
  expect(tipFor(situation(held(1), risky))).toBe("attempt");
});

test("where nothing can be conquered, and where the die is rolled first, the tip is another or none", () => {
  expect(tipFor(situation(held(1), { text: "end" }))).toBeNull();
  expect(tipFor(situation(held(1), certain, { text: "roll" }))).toBe("power");
});

test("decline is explained in later turns, and only to those who may", () => {
  const decline = { text: "decline" };
  expect(tipFor(situation({ phase: "ready", game_turn: 2 }, decline))).toBe("ready");
  expect(tipFor(situation({ phase: "ready", game_turn: 3 }, decline))).toBe("decline");
  expect(tipFor(situation({ phase: "ready", game_turn: 3 }))).toBe("ready");
});

test("decisions of races and powers share a tip, but fortresses have a lesson of their own", () => {
  expect(tipFor(situation({ phase: "ally" }))).toBe("power");
  expect(tipFor(situation({ phase: "fortify", placing: "fortress" }))).toBe("fortify");
  expect(tipFor(situation({ phase: "fortify", placing: "idol" }))).toBe("power");
});
