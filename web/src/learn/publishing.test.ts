import { expect, test } from "vitest";
import type { Box, MapInfo, Piece } from "../api/kinds";
import { kindOf, MAX_SUMMARY, summaryOf } from "./publishing";

const EMPTY: Box = { races: [], powers: [], maps: [] };
const piece = (id: string, words: string): Piece =>
  ({ id, is_own: true, text: { en: words }, traits: [], tokens: 5 }) as unknown as Piece;
const gnomes = piece("gnomes", "They dig.");
const lucky = piece("lucky", "They win.");
const island = { id: "island", name: "Island", players: 3, game_turns: 9, regions: [{}] } as MapInfo;

test("a text is published as what it holds, and as a set if it holds several pieces", () => {
  expect(kindOf({ ...EMPTY, races: [gnomes] })).toBe("race");
  expect(kindOf({ ...EMPTY, powers: [lucky] })).toBe("power");
  expect(kindOf({ ...EMPTY, races: [gnomes], powers: [lucky] })).toBe("set");
  expect(kindOf({ ...EMPTY, maps: [island] })).toBe("map");
});

test("what is said of it at first is what its author wrote on it", () => {
  expect(summaryOf({ ...EMPTY, races: [gnomes], powers: [lucky] })).toBe("They dig. They win.");
  expect(summaryOf({ ...EMPTY, maps: [island] })).toContain("Island is for 3 players");
});

test("it stands on one line, however its author wrote it", () => {
  const lines = { ...EMPTY, races: [piece("gnomes", "They\n\n dig.\n")] };
  expect(summaryOf(lines)).toBe("They dig.");
});

test("it is no longer than the server takes", () => {
  const talkative = { ...EMPTY, races: [piece("gnomes", "dig ".repeat(200))] };
  expect(summaryOf(talkative).length).toBeLessThanOrEqual(MAX_SUMMARY);
  expect(summaryOf(talkative)).toMatch(/dig …$/);
});
