import { expect, test } from "vitest";
import { event } from "../testing/events";
import { GAME, line } from "../testing/game";
import { highlightsOf } from "./highlights";

test("the biggest turn, the longest life, the contested region and the busiest conqueror are found", () => {
  const found = highlightsOf(GAME);
  expect(found.bigTurn).toEqual({ seat: 1, gameTurn: 2, coins: 6, seq: 13 });
  expect(found.longLife).toEqual({ seat: 0, race: "orcs", turns: 2, seq: 2 });
  expect(found.contest).toEqual({ region: 4, conquests: 2, seq: 9 });
  expect(found.conqueror).toEqual({ seat: 0, conquests: 1 });
});

test("a die is lucky only if it took the region", () => {
  expect(highlightsOf(GAME).luckyRoll).toEqual({ seat: 1, region: 4, die: 2, seq: 9 });
});

test("a die that is rolled before a conquest is for no region, so it is not lucky", () => {
  const log = [line(1, [event("turn_began"), event("rolled", { die: 3, region: null }), event("conquered")])];
  expect(highlightsOf(log).luckyRoll).toBeNull();
});

test("a game of which nothing is known has no highlights", () => {
  expect(Object.values(highlightsOf([]))).toEqual([null, null, null, null, null]);
});
