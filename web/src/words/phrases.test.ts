import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { collatorIn } from "./formats";
import { inAlphabet, inOrder, listed, percent } from "./phrases";
import { speak } from "./words";

afterEach(() => speak("en"));

test("lists have no comma before the last", async () => {
  expect([[], ["Ann"], ["Ann", "Bob"], ["Ann", "Bob", "Cid"]].map(listed)).toEqual([
    "",
    "Ann",
    "Ann and Bob",
    "Ann, Bob and Cid",
  ]);
  await speak("de");
  expect(listed(["Ann", "Bob", "Cid"])).toBe("Ann, Bob und Cid");
});

test("a chance has the blank of the language", async () => {
  expect(percent(0.5)).toBe("50%");
  await speak("de");
  expect(percent(1 / 3)).toBe("33\u202f%");
});

test("names stand in the order of the alphabet, not of the codes", async () => {
  await speak("de");
  expect(["Zwerge", "Ärzte", "elben"].sort(inOrder)).toEqual(["Ärzte", "elben", "Zwerge"]);
});

/** The test of `rules/words.py` reads the same ones. */
const ALPHABETS = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../tests/fixtures/alphabets.json"), "utf8"),
) as { language: string; alphabet: string; names: string[] }[];

describe.each(ALPHABETS)("the alphabet of $language", ({ language, alphabet, names }) => {
  test("orders names", () => {
    const sorted = names.toReversed().sort((one, other) => inAlphabet(alphabet, one, other));
    expect(sorted).toEqual(names);
  });

  test("orders them as a browser does that knows the language", () => {
    expect(names.toReversed().sort(collatorIn(language)?.compare)).toEqual(names);
  });
});
