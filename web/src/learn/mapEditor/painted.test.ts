import { expect, test } from "vitest";
import { allCells, EMPTY, regionAt, type Cell } from "./cells";
import { compacted, emptied, isPaintedMap, mirrored, tidied, withCells, withChange } from "./painted";
import { at, blank, painted } from "../../testing/paintedMap";

test("a change leaves the map before it as it was", () => {
  const map = painted(["hill", at(2, 2)]);
  const changed = withChange(withCells(map, [at(2, 3)], 1), 1, { lost_tribe: true });
  expect(regionAt(map.cells, at(2, 3))).toBe(EMPTY);
  expect(map.regions[0]?.lost_tribe).toBe(false);
  expect(regionAt(changed.cells, at(2, 3))).toBe(1);
  expect(changed.regions[0]?.lost_tribe).toBe(true);
  expect(withCells(changed, [at(2, 3)], 1)).toBe(changed);
});

test("a region that lost all its cells is gone, and the others are numbered without gaps", () => {
  const map = painted(["hill", at(2, 2)], ["sea", at(4, 4)], ["lake", at(6, 6)]);
  const fewer = compacted(withCells(map, [at(4, 4)], EMPTY));
  expect(fewer.regions.map(({ terrain }) => terrain)).toEqual(["hill", "lake"]);
  expect(regionAt(fewer.cells, at(6, 6))).toBe(2);
  expect(compacted(fewer)).toBe(fewer);
});

test("empty cells are given to the nearest region", () => {
  const map = tidied(painted(["hill", at(10, 0)], ["sea", at(10, 29)]));
  expect(map.cells.flat()).not.toContain(EMPTY);
  expect(regionAt(map.cells, at(10, 3))).toBe(1);
  expect(regionAt(map.cells, at(10, 26))).toBe(2);
  expect(tidied(blank)).toEqual(blank);
});

test("of a region in pieces the largest stays", () => {
  const row = (number: number, from: number, to: number): Cell[] =>
    Array.from({ length: to - from }, (_, step) => at(number, from + step));
  const map = tidied(painted(["hill", ...row(10, 0, 5), ...row(10, 20, 22)], ["sea", ...row(10, 15, 18)]));
  expect(regionAt(map.cells, at(10, 2))).toBe(1);
  expect(regionAt(map.cells, at(10, 20))).toBe(2);
});

test("a mirrored map is the same from both sides; only regions in the middle stay single", () => {
  const map = painted(
    ["hill", at(2, 2), at(2, 3)],
    ["sea", at(4, 14)],
    ["forest", at(5, 14)],
    ["lake", at(8, 25)],
  );
  const twice = mirrored(map, "across");
  expect(twice.regions.map(({ terrain }) => terrain)).toEqual(["hill", "sea", "forest", "hill"]);
  expect(regionAt(twice.cells, at(2, 27))).toBe(4);
  expect(regionAt(twice.cells, at(4, 15))).toBe(2);
  expect(regionAt(twice.cells, at(8, 25))).toBe(EMPTY);
  for (const cell of allCells(twice.cells)) {
    const image = at(cell.row, (twice.cells[cell.row]?.length ?? 0) - 1 - cell.place);
    const [here, there] = [cell, image].map(
      (each) => twice.regions[(regionAt(twice.cells, each) ?? 0) - 1]?.terrain,
    );
    expect(here).toBe(there);
  }
});

test("mirrored downwards, what lies in the middle row stays single", () => {
  const middle = (blank.cells.length - 1) / 2;
  const map = painted(["hill", at(0, 0)], ["sea", at(middle, 3), at(middle - 1, 3)]);
  const twice = mirrored(map, "down");
  expect(twice.regions.map(({ terrain }) => terrain)).toEqual(["hill", "sea", "hill"]);
  expect(regionAt(twice.cells, at(middle + 1, 3))).toBe(2);
  expect(regionAt(twice.cells, at(blank.cells.length - 1, 0))).toBe(3);
});

test("a twin has no name, for two regions cannot be called the same", () => {
  const map = withChange(painted(["hill", at(2, 2)]), 1, { name: "Knoll" });
  expect(mirrored(map, "across").regions.map(({ name }) => name)).toEqual(["Knoll", ""]);
});

test("an emptied map keeps its grid", () => {
  expect(emptied(painted(["hill", at(2, 2)]))).toEqual(blank);
});

test("what was stored or sent is taken only if it is a painted map", () => {
  const map = painted(["hill", at(2, 2)]);
  expect(isPaintedMap(JSON.parse(JSON.stringify(map)))).toBe(true);
  const wrong = [
    null,
    {},
    { ...map, cells: [[1, 2]].concat([[1, 2]]) },
    { ...map, cells: map.cells.map((row) => row.map(String)) },
    { ...map, regions: [{ terrain: "hill" }] },
    { ...map, players: "two" },
    { ...map, cells: Array.from({ length: 999 }, (_, row) => Array<number>(30 - (row % 2)).fill(0)) },
  ];
  for (const found of wrong) expect(isPaintedMap(found)).toBe(false);
});
