import { afterEach, beforeEach, expect, test } from "vitest";
import { refusalText } from "./refusals";
import { m, needWords, speak } from "./words";

const INNER = { code: "unknown_word", params: { word: "Orcz", nearest: "orcs" } };

beforeEach(() => needWords("refusals"));
afterEach(() => speak("en"));

test("a refusal offers the nearest known word", () => {
  expect(refusalText("unknown_word", INNER.params)).toBe("`Orcz` is not known here. Did you mean orcs?");
  expect(refusalText("unknown_word", { word: "x", nearest: "" })).toBe("`x` is not known here.");
});

test("what is wrong inside is said in the same language, whatever the server wrote", async () => {
  const params = { line: 3, cause: "English", code: INNER.code, details: [INNER] };
  expect(refusalText("at_line", params)).toBe("Line 3: `Orcz` is not known here. Did you mean orcs?");
  const content = { file: "own 1", problems: ["English", "English"], details: [INNER, INNER] };
  expect(refusalText("content", content)?.split("\n")).toHaveLength(3);
  await speak("de");
  const cause = `${m.refusal_unknown_word(INNER.params)} ${m.did_you_mean({ word: "orcs" })}`;
  expect(refusalText("at_line", params)).toBe(m.refusal_at_line({ line: 3, cause }));
  expect(refusalText("at_line", params)).not.toContain("English");
  expect(refusalText("content", content)).not.toContain("English");
});
