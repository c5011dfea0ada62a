import { expect, test } from "vitest";
import { at, blank, painted } from "../../testing/paintedMap";
import { cellAt, regionAt } from "./cells";
import { linesBetween, outlineOf, shownRegions } from "./shapes";

const ends = (lines: string): number => lines.split("M").length - 1;

test("a single cell has six sides, two beside each other share one that is not drawn", () => {
  expect(linesBetween(blank.cells)).toBe("");
  expect(ends(linesBetween(painted(["hill", at(4, 4)]).cells))).toBe(6);
  expect(ends(linesBetween(painted(["hill", at(4, 4), at(4, 5)]).cells))).toBe(10);
  expect(ends(linesBetween(painted(["hill", at(4, 4)], ["sea", at(4, 5)]).cells))).toBe(11);
});

test("the line around some cells is drawn at the edge of the grid, too", () => {
  expect(ends(outlineOf(blank.cells, [at(4, 4), at(4, 5)]))).toBe(10);
  expect(ends(outlineOf(blank.cells, [at(0, 0)]))).toBe(6);
  // The first cell of an odd row is half a cell wider.
  expect(ends(outlineOf(blank.cells, [at(1, 0)]))).toBe(8);
  expect(outlineOf(blank.cells, [])).toBe("");
});

test("the number of a region stands in it, whatever its shape", () => {
  const bow = painted(["hill", at(2, 2), at(3, 2), at(4, 2), at(4, 3), at(4, 4), at(3, 4), at(2, 4)]);
  const [hill] = shownRegions(bow.cells, () => "hill");
  const cell = hill && cellAt(bow.cells, hill.label);
  expect(cell && regionAt(bow.cells, cell)).toBe(1);
});

test("each region is shown once, with all its cells", () => {
  const map = painted(["hill", at(4, 4), at(4, 5)], ["sea", at(8, 8)]);
  const shown = shownRegions(map.cells, (number) => map.regions[number - 1]?.terrain ?? "");
  expect(shown.map(({ number }) => number)).toEqual([1, 2]);
  expect(shown.map(({ ground }) => ground.split("Z").length - 1)).toEqual([2, 1]);
});
