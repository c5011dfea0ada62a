import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { messagesOf, type Catalogue } from "../../tools/catalogues";
import { pluralIn } from "./formats";
import { wordingOf, type Message } from "./message";

interface Case {
  says: string;
  message: Catalogue[string];
  params: Record<string, unknown>;
  text: string;
}
/** The test of `rules/words.py` reads the same ones. */
const FILE = join(import.meta.dirname, "../../../tests/fixtures/messages.json");
const CASES = JSON.parse(readFileSync(FILE, "utf8")) as Case[];

const english = (message: Message) => wordingOf(message, pluralIn("en"));

test.each(CASES)("a message says $says", ({ message, params, text }) => {
  const [read = ""] = Object.values(messagesOf({ web_trial: message }));
  expect(english(read)(params)).toBe(text);
});

test("a gap that nobody fills stays a gap", () => {
  expect(english("{player} scores {coins}.")({ player: "Ann" })).toBe("Ann scores {coins}.");
});

test("a number that no variant is for takes the last one", () => {
  expect(english({ "nPlural=few": "few", "nPlural=many": "{n} of them" })({ n: 3 })).toBe("3 of them");
});

test("categories are those of the language: Icelandic has the singular for 21 too", () => {
  const message = { "nPlural=one": "{n} skildingur", "nPlural=other": "{n} skildingar" };
  expect([1, 2, 11, 21].map((n) => wordingOf(message, pluralIn("is"))({ n }))).toEqual([
    "1 skildingur",
    "2 skildingar",
    "11 skildingar",
    "21 skildingur",
  ]);
});
