import { expect, test } from "vitest";
import { FORM, offerOf } from "../../testing/workshop";
import { entriesOf, EntryText } from "./entries";
import {
  conditional,
  conditionParts,
  isFree,
  markersOf,
  rowsOf,
  withCondition,
  withoutRow,
  withRow,
  withRowValue,
  withRowWord,
  type Row,
} from "./rows";

function own(lines: string): EntryText {
  const text = `[race.gnomes]\ntokens = 6\n${lines}\n\n[power.lucky]\ntokens = 4\n`;
  const [entry] = entriesOf(text);
  if (entry === undefined) throw new Error(text);
  return new EntryText(text, entry);
}

function row(text: EntryText, path: string, at = 0): Row {
  const found = rowsOf(FORM, text).find((each) => each.path === path && each.at === at);
  if (found === undefined) throw new Error(`${path} is not in ${text.text}`);
  return found;
}

const paths = (text: EntryText): string[] => rowsOf(FORM, text).map((each) => each.path);

test("every trait of the text is a row, however it is written", () => {
  const text = own('coins = { swamp = 2 }\nkills = 2\nrecruits = 3\nmay = ["make peace"]\nimmune = ["hill"]');
  expect(rowsOf(FORM, text).map(({ path, value }) => [path, value])).toEqual([
    ["coins.swamp", 2],
    ["kills", { tokens: 2 }],
    ["immune", ["hill"]],
    ["recruits.non_empty", 3],
    ["may.make peace", "make peace"],
  ]);
});

test.each(FORM.traits.map((offer) => [`${offer.key} ${offer.word}`, offer] as const))(
  "%s can be added, and is gone when it is removed",
  (_, offer) => {
    const before = own(offer.is_detail ? "recruits.turn = 1" : "");
    expect(isFree(offer, rowsOf(FORM, before), markersOf(before))).toBe(true);
    const added = withRow(FORM, before, offer);
    const there = row(added.own, added.path, added.at);
    expect(there.offer).toBe(offer);
    const gone = withoutRow(FORM, added.own, there);
    expect(paths(gone)).not.toContain(added.path);
    expect(gone.text).toContain("[power.lucky]\ntokens = 4");
  },
);

test("a second one is for the next place that is free", () => {
  const once = withRow(FORM, own(""), offerOf("coins.PLACE")).own;
  const twice = withRow(FORM, once, offerOf("coins.PLACE")).own;
  expect(paths(twice)).toEqual(["coins.hill", "coins.swamp"]);
  const all = withRow(FORM, twice, offerOf("coins.PLACE")).own;
  expect(isFree(offerOf("coins.PLACE"), rowsOf(FORM, all), [])).toBe(false);
});

test("another place keeps the number", () => {
  const text = own('coins.hill = { n = 3, when = "even turn" }');
  const changed = withRowWord(FORM, text, row(text, "coins.hill"), "region");
  expect(row(changed, "coins.region").value).toEqual({ n: 3, when: "even turn" });
  expect(changed.value("coins.hill")).toBeUndefined();
});

test("a number in the place of a table becomes the table when something is added to it", () => {
  const added = withRow(FORM, own("recruits = 3"), offerOf("recruits.turn")).own;
  expect(added.value("recruits")).toEqual({ non_empty: 3, turn: 2 });
  const elsewhere = withRow(FORM, own("recruits = 3"), offerOf("leaps")).own;
  expect(elsewhere.text).toContain("recruits = 3\n");
});

test("what says more of a table is offered only with something in the table", () => {
  const isOffered = (lines: string): boolean => isFree(offerOf("recruits.at"), rowsOf(FORM, own(lines)), []);
  expect(isOffered("")).toBe(false);
  expect(isOffered("recruits = 2")).toBe(true);
  expect(isOffered('recruits.at = "start"')).toBe(false);
});

test("an entry has one marker or a list of two, which differ in name and moment", () => {
  const one = withRow(FORM, own(""), offerOf("marker"));
  expect(one.own.value("marker")).toMatchObject({ name: "totem" });
  const two = withRow(FORM, one.own, offerOf("marker"));
  expect(two.own.value("marker")).toMatchObject([
    { name: "totem", placed: "one per turn" },
    { name: "totem2", placed: "every region" },
  ]);
  expect(two.at).toBe(1);
  expect(isFree(offerOf("marker"), rowsOf(FORM, two.own), [])).toBe(false);
  const changed = withRowValue(FORM, two.own, row(two.own, "marker", 1), { name: "tent", count: 1 });
  expect(markersOf(changed)).toEqual(["totem", "tent"]);
  expect(withoutRow(FORM, changed, row(changed, "marker", 0)).value("marker")).toEqual({
    name: "tent",
    count: 1,
  });
});

test("coins for a marker bring a marker only if there is none", () => {
  expect(markersOf(withRow(FORM, own(""), offerOf("coins.MARKER")).own)).toEqual(["totem"]);
  const text = own('marker = { name = "tent", count = 1, placed = "every region" }');
  const added = withRow(FORM, text, offerOf("coins.MARKER"));
  expect(markersOf(added.own)).toEqual(["tent"]);
  expect(added.path).toBe("coins.tent");
});

test("a word that needs a marker brings it, beside another one, and takes it along", () => {
  const text = own('marker = { name = "tent", count = 1, placed = "every region" }\nmay = ["make peace"]');
  const added = withRow(FORM, text, offerOf("may", "attack with the dragon"));
  expect(markersOf(added.own)).toEqual(["tent", "dragon"]);
  expect(added.own.value("may")).toEqual(["make peace", "attack with the dragon"]);
  const gone = withoutRow(FORM, added.own, row(added.own, "may.attack with the dragon"));
  expect(markersOf(gone)).toEqual(["tent"]);
  expect(gone.value("may")).toEqual(["make peace"]);
});

test("a table that goes with a word of a list brings it and takes it along, and nothing else", () => {
  const added = withRow(FORM, own('may = ["make peace"]'), offerOf("strike")).own;
  expect(added.value("may")).toEqual(["make peace", "strike"]);
  const gone = withoutRow(FORM, added, row(added, "strike"));
  expect([gone.value("may"), gone.value("strike")]).toEqual([["make peace"], undefined]);
});

test("a condition is kept beside the number", () => {
  expect(conditional(2)).toEqual({ n: 2, when: "" });
  expect(conditional({ n: 2, when: "even turn" })).toEqual({ n: 2, when: "even turn" });
  expect(withCondition(2, "")).toBe(2);
  expect(withCondition(2, "even turn")).toEqual({ n: 2, when: "even turn" });
  const pattern = "at most N regions";
  expect(conditionParts("at most 4 regions")).toEqual({ pattern, hasRegions: true, regions: 4 });
  expect(conditionParts("at most 2.5 regions")).toEqual({ pattern, hasRegions: true, regions: 2.5 });
  expect(conditionParts(pattern)).toEqual({ pattern, hasRegions: true, regions: null });
  expect(conditionParts("even turn")).toEqual({ pattern: "even turn", hasRegions: false, regions: null });
});
