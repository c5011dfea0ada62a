import { expect, test } from "vitest";
import { Refusal } from "../../core/http/refusal";
import { problemsOf } from "./problems";

const TEXT = '[race.gnomes]\ntokens = 6\ndiscount.hil = 1\ntokens_of = "rats"\n';

function refusal(details: { code: string; params: Record<string, unknown> }[]): Refusal {
  return new Refusal({ code: "content", params: { file: "own 1", problems: [], details }, reason: "" });
}

test("each problem is told with its line, from top to bottom", () => {
  const where = { file: "own 1", entry: "gnomes" };
  const known = ["hill", "swamp"];
  const problems = problemsOf(
    refusal([
      {
        code: "content_unknown_word",
        params: { ...where, key: "tokens_of", word: "rats", nearest: "ratmen", known },
      },
      {
        code: "content_unknown_word",
        params: { ...where, key: "discount", word: "hil", nearest: "hill", known },
      },
    ]),
    TEXT,
  );
  expect(problems.map(({ line }) => line)).toEqual([3, 4]);
  expect(problems[0]?.text).toContain("hil");
  expect(problems[0]?.text).toContain("Did you mean hill?");
  expect(problems[0]?.text).not.toContain("own 1");
  expect(problems.map(({ entry, key }) => [entry, key])).toEqual([
    ["gnomes", "discount.hil"],
    ["gnomes", "tokens_of"],
  ]);
  expect(problems[0]?.short).toBe("`hil` is not known; known are hill, swamp. Did you mean hill?");
});

test("a key that is missing is told where the entry begins", () => {
  const params = { file: "own 1", entry: "gnomes", key: "recruits" };
  expect(problemsOf(refusal([{ code: "content_missing", params }]), TEXT)[0]?.line).toBe(1);
});

test("text that is no TOML is told by its line", () => {
  const cause = "Invalid value (at line 3, column 2)";
  const refused = new Refusal({ code: "content_not_toml", params: { file: "own 1", cause }, reason: "" });
  expect(problemsOf(refused, TEXT)[0]?.line).toBe(3);
});

test("text that is no JSON is told by its line, which is said once", () => {
  const params = { file: "own 1", line: 2 };
  const refused = new Refusal({ code: "map_not_json", params, reason: "" });
  expect(problemsOf(refused, "{\n")).toMatchObject([
    { line: 2, text: "Your text, line 2: this is not valid JSON." },
  ]);
});

test("what is not about the text at all is told as it is", () => {
  expect(problemsOf(new Error("No connection."), TEXT)).toMatchObject([
    { line: null, text: "No connection.", entry: "" },
  ]);
});
