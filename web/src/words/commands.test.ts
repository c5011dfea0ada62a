import { afterEach, beforeEach, expect, test } from "vitest";
import { commands, ownWord, toNotation } from "./commands";
import { keysFrom, languages, needWords, speak } from "./words";

beforeEach(() => needWords("game"));
afterEach(() => speak("en"));

test("in English the words are those of the notation", () => {
  for (const word of commands()) expect(ownWord(word)).toBe(word);
  expect(toNotation("CONQUER 7")).toBe("conquer 7");
  expect(toNotation("fly 7")).toBe("fly 7");
});

test.each(languages)("in $name every word is understood, and so is the notation", async ({ code }) => {
  await speak(code);
  for (const key of keysFrom("command_")) {
    const word = key.slice("command_".length);
    if (!commands().includes(word)) continue;
    expect(toNotation(`${ownWord(word)} x`)).toBe(`${word} x`);
    expect(toNotation(`${word} x`)).toBe(`${word} x`);
    expect(toNotation(ownWord(word).toUpperCase())).toBe(word);
  }
});

test("words behind a command are understood where they mean something, and only there", async () => {
  await speak("de");
  expect(toNotation("verlauf alles")).toBe("log all");
  expect(toNotation("Regionen MEINE")).toBe("regions mine");
  expect(toNotation("regionen all")).toBe("regions all");
  expect(toNotation("sag alles Gute")).toBe("say alles Gute");
  expect(toNotation("erobere Moor")).toBe("conquer Moor");
  expect(toNotation("")).toBe("");
});
