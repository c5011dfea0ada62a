import { expect, test } from "vitest";
import { row, spread } from "../testing/explorer";
import { found, placeOf, rowsOf, scaleOf, sorted, spreadOf } from "./rows";

const part = { games: 10, picks: 20, lots: 0, first_third: 3 };
const ROWS = rowsOf({
  players: 2,
  computers: {
    ...part,
    rows: [
      row("orcs", null, { value: spread(1), picks: 7 }),
      row("orcs", "flying", { value: spread(2), picks: 5 }),
      row("elves", "hill", { value: spread(-1), picks: 9 }),
      row("trolls", "swamp"),
    ],
  },
  people: { ...part, rows: [row("elves", "hill", { value: spread(4), picks: 1 })] },
});
const combos = found(ROWS, "combos", "");

test("both sources stand in one row, and neither changes what the other says", () => {
  const elves = ROWS.find(({ race }) => race === "elves");
  expect(elves?.computers?.value?.mean).toBe(-1);
  expect(elves?.people?.value?.mean).toBe(4);
  expect(ROWS.find(({ power }) => power === "flying")?.people).toBeNull();
});

test("rows are found by all words of their names, and by their kind", () => {
  expect(found(ROWS, "combos", "orcs FLY").map(({ name }) => name)).toEqual(["Flying Orcs"]);
  expect(found(ROWS, "races", "").map(({ name }) => name)).toEqual(["Orcs"]);
  expect(found(ROWS, "combos", "dwarves")).toEqual([]);
});

test("what is not known comes last in both directions", () => {
  const names = (isDescending: boolean): string[] =>
    sorted(combos, "value", { by: "computers", isDescending }).map(({ race }) => race ?? "");
  expect(names(true)).toEqual(["orcs", "elves", "trolls"]);
  expect(names(false)).toEqual(["elves", "orcs", "trolls"]);
});

test("rows are sorted by what is compared, and by name", () => {
  const by = (measure: "value" | "picks", column: "people" | "computers" | "name"): (string | null)[] =>
    sorted(combos, measure, { by: column, isDescending: column !== "name" }).map(({ race }) => race);
  expect(by("picks", "computers")).toEqual(["elves", "orcs", "trolls"]);
  expect(by("value", "people")[0]).toBe("elves");
  expect(by("value", "name")).toEqual(["orcs", "elves", "trolls"]);
});

test("a number of picks is exact", () => {
  expect(spreadOf(row("orcs", null, { picks: 3 }), "picks")).toEqual({ mean: 3, low: 3, high: 3 });
  expect(spreadOf(null, "picks")).toBeNull();
});

test("an axis holds all intervals and zero", () => {
  expect(scaleOf([spread(3), null])).toEqual({ low: 0, high: 4 });
  expect(scaleOf([spread(-3)])).toEqual({ low: -4, high: 0 });
  expect(scaleOf([])).toEqual({ low: 0, high: 0 });
});

test("a place is told among those of the same kind whose value is known", () => {
  const rows = [
    row("orcs", null, { value: spread(9) }),
    row("orcs", "flying", { value: spread(2) }),
    row("elves", "hill", { value: spread(4) }),
    row("trolls", "swamp"),
  ];
  expect(placeOf(rows, { race: "orcs", power: "flying" })).toEqual({ place: 2, count: 2 });
  expect(placeOf(rows, { race: "orcs", power: null })).toEqual({ place: 1, count: 1 });
  expect(placeOf(rows, { race: "trolls", power: "swamp" })).toBeNull();
});
