import { expect, test } from "vitest";
import type { Decision, LegalAction, MapInfo, View } from "../api/kinds";
import { player, race, view } from "../testing/scene";
import type { Situation } from "./situation";
import { tipFor } from "./tips";

function situation(seen: Partial<View>, ...legal: Partial<LegalAction>[]): Situation {
  return {
    view: view(seen),
    decision: { seat: 0, legal } as unknown as Decision,
    box: { races: [], powers: [], maps: [] },
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

/** Region 1 lies at the border, beside region 2 and far from region 3. */
const MAP = {
  id: "strip",
  regions: [
    { number: 1, is_border: true, neighbors: [2] },
    { number: 2, is_border: false, neighbors: [1] },
    { number: 3, is_border: false, neighbors: [] },
  ],
} as unknown as MapInfo;

const onMap = (found: Situation): Situation => ({ ...found, box: { ...found.box, maps: [MAP] } });
const conquest = (region: number): Partial<LegalAction> => ({ text: `conquer ${region}`, region });

test("nobody is told to enter at the border, or to go on beside their regions, who need not", () => {
  expect(tipFor(onMap(situation(held(), conquest(1))))).toBe("enter");
  expect(tipFor(onMap(situation(held(), conquest(1), conquest(2))))).toBe("enter_anywhere");
  expect(tipFor(onMap(situation(held(1), conquest(2))))).toBe("spread");
  expect(tipFor(onMap(situation(held(1), conquest(2), conquest(3))))).toBeNull();
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
