import { expect, test } from "vitest";
import { entriesOf, isMap, lineOf, valueOf, valuesBelow, withEntry, withValue, type Entry } from "./entries";

const TEXT = `# Mine.
[race.gnomes]
name = "Gnomes"   # small
tokens = 6
coins.mine = 1
discount = { hill = 1, beside = { swamp = 2 } }
may = [
  "make peace",
  "substitute",
]

# The other one.
[power.lucky]
tokens = 4
`;

function entry(text: string, id: string): Entry {
  const found = entriesOf(text).find((each) => each.id === id);
  if (found === undefined) throw new Error(id);
  return found;
}

test("races and powers are found with their lines", () => {
  expect(entriesOf(TEXT)).toEqual([
    { kind: "race", id: "gnomes", from: 1, to: 12 },
    { kind: "power", id: "lucky", from: 12, to: 15 },
  ]);
});

test.each([
  ["name", "Gnomes"],
  ["tokens", 6],
  ["coins.mine", 1],
  ["coins.forest", undefined],
  ["discount.hill", 1],
  ["discount.beside.swamp", 2],
  ["may", ["make peace", "substitute"]],
])("%s is read however it is written", (key, value) => {
  expect(valueOf(TEXT, entry(TEXT, "gnomes"), key)).toEqual(value);
});

test("keys below one are found as dotted keys and in tables", () => {
  expect(valuesBelow(TEXT, entry(TEXT, "gnomes"), "coins")).toEqual([["mine", 1]]);
  expect(valuesBelow(TEXT, entry(TEXT, "gnomes"), "discount.beside")).toEqual([["swamp", 2]]);
});

test("a changed key changes only its line", () => {
  const changed = withValue(TEXT, entry(TEXT, "gnomes"), "tokens", 8);
  expect(changed).toBe(TEXT.replace("tokens = 6", "tokens = 8"));
});

test("a list over several lines is replaced as a whole", () => {
  const changed = withValue(TEXT, entry(TEXT, "gnomes"), "may", ["make peace"]);
  expect(changed).toContain('may = ["make peace"]\n\n# The other one.');
  expect(changed).not.toContain("substitute");
});

test("a key within a table is changed there", () => {
  const changed = withValue(TEXT, entry(TEXT, "gnomes"), "discount.hill", 3);
  expect(changed).toContain("discount = { beside = { swamp = 2 }, hill = 3 }");
});

test("a new key goes to the end of its own entry", () => {
  const changed = withValue(TEXT, entry(TEXT, "gnomes"), "losses", 0);
  expect(changed.indexOf("losses = 0")).toBeLessThan(changed.indexOf("[power.lucky]"));
  expect(valueOf(changed, entry(changed, "gnomes"), "losses")).toBe(0);
});

test("what is removed is gone, and what was not there is not missed", () => {
  const gone = withValue(TEXT, entry(TEXT, "gnomes"), "coins.mine", undefined);
  expect(gone).not.toContain("coins");
  expect(withValue(gone, entry(gone, "gnomes"), "coins.mine", undefined)).toBe(gone);
  const bare = withValue("[race.a]\ncoins = { mine = 1 }", entry("[race.a]", "a"), "coins.mine", undefined);
  expect(bare).toContain("[race.a]");
});

test("names keep their quotes and backslashes", () => {
  const odd = 'The "Great" \\ Ones';
  const changed = withValue(TEXT, entry(TEXT, "gnomes"), "name", odd);
  expect(valueOf(changed, entry(changed, "gnomes"), "name")).toBe(odd);
});

test("a key that cannot be read is still found by its line", () => {
  const wrong = "[race.a]\ntokens = six\ncoinz.mine = 1\n";
  expect(lineOf(wrong, "a", "tokens")).toBe(2);
  expect(lineOf(wrong, "a", "coinz")).toBe(3);
  expect(lineOf(wrong, "a", "tokens_of")).toBe(1);
  expect(lineOf(wrong, "b", "tokens")).toBeNull();
});

test("a new entry gets a name that is free", () => {
  const more = withEntry(TEXT, "power", "lucky", { tokens: 3 });
  expect(entriesOf(more).map(({ id }) => id)).toEqual(["gnomes", "lucky", "lucky_2"]);
  expect(withEntry("", "race", "imps", { tokens: 5 })).toBe("[race.imps]\ntokens = 5\n");
});

test("a map is told from races and powers", () => {
  expect(isMap('  {"id": "islands"}')).toBe(true);
  expect(isMap(TEXT)).toBe(false);
});
