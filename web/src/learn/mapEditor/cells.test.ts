import { expect, test } from "vitest";
import {
  allCells,
  cellAt,
  cellsBetween,
  cornersOf,
  isSame,
  middleOf,
  neighboursOf,
  sizeOf,
  touchesEdge,
  within,
} from "./cells";
import { blank } from "../../testing/paintedMap";

const { cells } = blank;

test("the cell at the middle of a cell is that cell", () => {
  for (const cell of allCells(cells)) expect(cellAt(cells, middleOf(cell))).toEqual(cell);
  expect(cellAt(cells, { x: -0.1, y: 1 })).toBeNull();
  expect(cellAt(cells, { x: 1, y: sizeOf(cells).height + 0.1 })).toBeNull();
});

test("the wide cells at the edge of odd rows reach it", () => {
  expect(cellAt(cells, { x: 0.05, y: middleOf({ row: 1, place: 0 }).y })).toEqual({ row: 1, place: 0 });
  const last = { row: 1, place: 28 };
  expect(cellAt(cells, { x: 29.95, y: middleOf(last).y })).toEqual(last);
});

test("cells that are beside each other share two corners, others do not", () => {
  const middle = { row: 3, place: 4 };
  const shared = (cell: typeof middle): number =>
    cornersOf(cells, cell).filter(({ x, y }) =>
      cornersOf(cells, middle).some((corner) => corner.x === x && corner.y === y),
    ).length;
  const beside = neighboursOf(cells, middle);
  expect(beside).toHaveLength(6);
  for (const cell of allCells(cells)) {
    const isNeighbour = beside.some((each) => isSame(each, cell));
    expect(shared(cell) >= 2).toBe(isNeighbour || isSame(cell, middle));
  }
});

test("all cells together are as large as the grid", () => {
  const area = (corners: readonly { x: number; y: number }[]): number =>
    corners.reduce((sum, { x, y }, at) => {
      const next = corners[(at + 1) % corners.length] ?? { x, y };
      return sum + (x * next.y - next.x * y) / 2;
    }, 0);
  const { width, height } = sizeOf(cells);
  const sum = allCells(cells).reduce((all, cell) => all + area(cornersOf(cells, cell)), 0);
  expect(sum).toBeCloseTo(width * height, 6);
});

test("a brush of one step has seven cells, of two nineteen, and fewer at the edge", () => {
  expect(within(cells, { row: 5, place: 5 }, 0)).toHaveLength(1);
  expect(within(cells, { row: 5, place: 5 }, 1)).toHaveLength(7);
  expect(within(cells, { row: 5, place: 5 }, 2)).toHaveLength(19);
  expect(within(cells, { row: 0, place: 0 }, 1).length).toBeLessThan(7);
});

test("a quick stroke has no gaps", () => {
  const [from, to] = [
    { row: 0, place: 0 },
    { row: 9, place: 12 },
  ];
  let last = from;
  for (const cell of cellsBetween(cells, from, to)) {
    expect(isSame(last, cell) || neighboursOf(cells, last).some((each) => isSame(each, cell))).toBe(true);
    last = cell;
  }
  expect(last).toEqual(to);
});

test("a region touches the edge if one of its cells does", () => {
  const painted = cells.map((row) => [...row]);
  const paint = (row: number, place: number): boolean => {
    const numbers = painted[row];
    if (numbers !== undefined) numbers[place] = 1;
    return touchesEdge(painted, 1);
  };
  expect(paint(2, 2)).toBe(false);
  expect(paint(3, 0)).toBe(true);
});
