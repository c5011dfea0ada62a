import { expect, test } from "vitest";
import type { Box, Piece, Sentence } from "../api/kinds";
import { factsOf } from "./pieceFacts";

const trait = (code: string): Sentence => ({ code, params: {}, key: "" });
const piece = (id: string, ...codes: string[]): Piece =>
  ({ id, name: id, tokens: 3, text: {}, traits: codes.map(trait) }) as unknown as Piece;
const box = {
  races: [piece("dwarves", "trait_tokens_race", "trait_coins_place", "trait_keeps_coins"), piece("gnomes")],
  powers: [piece("flying", "trait_tokens_power", "trait_reach_anywhere")],
  maps: [],
} as Box;

test("what a piece does in decline is told apart, and its tokens only once", () => {
  const facts = factsOf({ kind: "race", id: "dwarves" }, box);
  expect(facts?.traits.map(({ code }) => code)).toEqual(["trait_coins_place"]);
  expect(facts?.inDecline.map(({ code }) => code)).toEqual(["trait_keeps_coins"]);
});

test("the rulebook's own words come with it, and the questions that its rules answer", () => {
  const facts = factsOf({ kind: "power", id: "flying" }, box);
  expect(facts?.paragraph.id).toBe("power_flying");
  expect(facts?.inDecline).toEqual([]);
  for (const { rules } of facts?.questions ?? []) {
    expect(rules.some((rule) => facts?.paragraph.rules.includes(rule))).toBe(true);
  }
});

test("what is not in the rulebook has no page", () => {
  expect(factsOf({ kind: "race", id: "gnomes" }, box)).toBeNull();
  expect(factsOf({ kind: "race", id: "orcs" }, box)).toBeNull();
});
