import { expect, test } from "vitest";
import {
  entriesOf,
  isMap,
  lineOf,
  tableOf,
  topValueOf,
  valueOf,
  withEntry,
  withId,
  withoutEntry,
  withTopValue,
  withValue,
  type Entry,
} from "./entries";

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

test("all that an entry says is one table, however it is written", () => {
  expect(tableOf(TEXT, entry(TEXT, "gnomes"))).toEqual({
    name: "Gnomes",
    tokens: 6,
    coins: { mine: 1 },
    discount: { hill: 1, beside: { swamp: 2 } },
    may: ["make peace", "substitute"],
  });
});

const TABLES = `[race.gnomes]
tokens = 6
[race.gnomes.coins]
mine = 1
[[race.gnomes.marker]]
name = "tower"
count = 2
[[race.gnomes.marker]]
name = "tent"
[power.lucky]
tokens = 4
`;

test("tables with a heading of their own belong to the entry", () => {
  expect(entriesOf(TABLES).map(({ id, to }) => [id, to])).toEqual([
    ["gnomes", 9],
    ["lucky", 12],
  ]);
  expect(tableOf(TABLES, entry(TABLES, "gnomes"))).toEqual({
    tokens: 6,
    coins: { mine: 1 },
    marker: [{ name: "tower", count: 2 }, { name: "tent" }],
  });
});

test("a new key goes below the heading of its table, and changes there", () => {
  const more = withValue(TABLES, entry(TABLES, "gnomes"), "coins.hill", 2);
  expect(more).toContain("mine = 1\nhill = 2\n[[race.gnomes.marker]]");
  const less = withValue(more, entry(more, "gnomes"), "coins.mine", undefined);
  expect(valueOf(less, entry(less, "gnomes"), "coins")).toEqual({ hill: 2 });
});

test("several tables with the same heading become one list when it changes", () => {
  const changed = withValue(TABLES, entry(TABLES, "gnomes"), "marker", [{ name: "tent" }]);
  expect(changed).toContain('tokens = 6\nmarker = [{ name = "tent" }]\n[race.gnomes.coins]');
  expect(changed).not.toContain("[[");
});

test("a table takes the place of the dotted keys that told it before", () => {
  const dotted = "[race.a]\nkills.tokens = 2\nlosses = 0\nkills.once = true\n";
  const changed = withValue(dotted, entry(dotted, "a"), "kills", { tokens: 3 });
  expect(changed).toBe("[race.a]\nlosses = 0\nkills = { tokens = 3 }\n");
});

test("dotted keys inside a table are read", () => {
  const text = '[race.a]\nrecruits = { held.hill = 1, at = "start" }\n';
  expect(valueOf(text, entry(text, "a"), "recruits")).toEqual({ held: { hill: 1 }, at: "start" });
});

test("a word with other letters is quoted where it is a key", () => {
  const changed = withValue(TEXT, entry(TEXT, "gnomes"), "coins.türme", 2);
  expect(changed).toContain('coins."türme" = 2');
  expect(valueOf(changed, entry(changed, "gnomes"), "coins.türme")).toBe(2);
});

test("what stands before the first heading is of the whole text", () => {
  const free = withTopValue(TEXT, "rulebook", false);
  expect(free.startsWith("rulebook = false\n# Mine.")).toBe(true);
  expect(topValueOf(free, "rulebook")).toBe(false);
  expect(withTopValue(free, "rulebook", undefined)).toBe(TEXT);
  expect(topValueOf(TEXT, "tokens")).toBeUndefined();
});

test("an entry gets another id, with its tables, and goes", () => {
  const renamed = withId(TABLES, entry(TABLES, "gnomes"), "orcs");
  expect(renamed).not.toContain("gnomes");
  expect(renamed).toContain("[race.orcs.coins]");
  expect(withoutEntry(TABLES, entry(TABLES, "gnomes"))).toBe("[power.lucky]\ntokens = 4\n");
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

test("a new entry stands behind the others", () => {
  const more = withEntry(TEXT, "power", "napping", { tokens: 3 });
  expect(entriesOf(more).map(({ id }) => id)).toEqual(["gnomes", "lucky", "napping"]);
  expect(withEntry("", "race", "imps", { tokens: 5 })).toBe("[race.imps]\ntokens = 5\n");
});

test("a map is told from races and powers", () => {
  expect(isMap('  {"id": "islands"}')).toBe(true);
  expect(isMap(TEXT)).toBe(false);
});
