import { expect, test } from "vitest";
import { FORM, offerOf } from "../../testing/workshop";
import { Lexicon, lexiconOf } from "../lexicon";
import { offerText } from "./traits";
import { foundTraits } from "./traitSearch";

const found = (wanted: string, lexicon: Lexicon = lexiconOf()) => foundTraits(FORM.traits, wanted, lexicon);
const keys = (wanted: string): string[] => found(wanted).map(({ offer }) => offer.key);

test("a trait is found by any place it can be for, and is then for that place", () => {
  expect(keys("swamp")).toContain("coins.PLACE");
  const coins = found("coin swamp").find(({ offer }) => offer.key === "coins.PLACE");
  expect(coins?.place).toBe("swamp");
  expect(offerText(offerOf("coins.PLACE"), coins?.place)).toContain("swamp");
});

test("a trait is found by its labels, its words and its numbers", () => {
  expect(keys("times a turn")).toContain("strike");
  expect(keys("bonus coins")).toContain("coins.PLACE");
});

test("a trait is found by other words for the same, and in any form", () => {
  expect(keys("money")).toContain("coins.PLACE");
  expect(keys("breed")).toContain("recruits.non_empty");
  expect(keys("destroy")).toContain("kills");
});

test("what says so itself comes first", () => {
  const first = found("hill")[0];
  expect(offerText(first?.offer ?? offerOf("strike"))).toContain("hill");
});

test("nothing is found by words that nothing has", () => {
  expect(keys("zeppelin")).toEqual([]);
});
