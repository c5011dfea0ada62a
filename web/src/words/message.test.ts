import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { messagesOf, type Catalogue } from "../../tools/catalogues";
import { pluralIn } from "./formats";
import { wordingOf, type Message } from "./message";

interface Case {
  says: string;
  /** English if none is named. */
  language?: string;
  message: Catalogue[string];
  params: Record<string, unknown>;
  text: string;
}
/** The test of `rules/words.py` reads the same ones. */
const FILE = join(import.meta.dirname, "../../../tests/fixtures/messages.json");
const CASES = JSON.parse(readFileSync(FILE, "utf8")) as Case[];

const english = (message: Message) => wordingOf(message, pluralIn("en"));

test.each(CASES)("a message says $says", ({ language = "en", message, params, text }) => {
  const { web_trial: read = "" } = messagesOf({ piece_forms: "one genitive", web_trial: message });
  expect(wordingOf(read, pluralIn(language))(params)).toBe(text);
});

test("a gap that nobody fills stays a gap", () => {
  expect(english("{player} scores {coins}.")({ player: "Ann" })).toBe("Ann scores {coins}.");
});

test("a number that no variant is for takes the last one", () => {
  expect(english({ "nPlural=few": "few", "nPlural=many": "{n} of them" })({ n: 3 })).toBe("3 of them");
});
