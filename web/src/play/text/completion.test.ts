import { afterEach, beforeEach, expect, test } from "vitest";
import { needWords, speak } from "../../words/words";
import { completions, type Known } from "./completion";

beforeEach(() => needWords("game", "pieces"));
afterEach(() => speak("en"));

const known: Known = {
  actions: ["conquer 4", "conquer 7", "end"],
  regions: ["1", "2", "12"],
  pieces: ["Orcs", "Trolls", "Dragon Master"],
};

test("an empty line suggests the legal answers", () => {
  expect(completions("", known)).toEqual(["conquer 4", "conquer 7", "end"]);
});

test("the beginning of a word suggests actions before questions", () => {
  expect(completions("co", known)).toEqual(["conquer 4", "conquer 7", "cost", "column"]);
});

test("what is complete is not suggested again", () => {
  expect(completions("end", known)).toEqual([]);
});

test("a question suggests what it can be about", () => {
  expect(completions("cost 1", known)).toEqual(["cost 12"]);
  expect(completions("rules d", known)).toEqual(["rules dragon master"]);
  expect(completions("regions ", known)).toContain("regions mine");
});

test("nothing is suggested for what nobody knows", () => {
  expect(completions("fly", known)).toEqual([]);
});

test("there are never more suggestions than one can take in", () => {
  const actions = Array.from({ length: 30 }, (_, number) => `conquer ${number + 1}`);
  expect(completions("conquer", { ...known, actions })).toHaveLength(8);
});

test("suggestions are in the words of the language, and in those of the notation for one who begins so", async () => {
  await speak("de");
  expect(completions("", known)).toEqual(["erobere 4", "erobere 7", "beende"]);
  expect(completions("er", known)).toEqual(["erobere 4", "erobere 7"]);
  expect(completions("conq", known)).toEqual(["conquer 4", "conquer 7"]);
  expect(completions("regionen m", known)).toEqual(["regionen meine"]);
  expect(completions("verlauf ", known)).toEqual(["verlauf alles"]);
  expect(completions("regeln d", known)).toEqual(["regeln dragon master"]);
});
