/**
 * The grid of hexagonal cells, as `drawing/cells.py` lays it out: only geometry. Even rows have as many cells as there are
 * columns; odd rows lie half a cell further in and have one cell less. A cell is 1 wide.
 */
import type { Point } from "../../board/neighbour";

/** The region of each cell, row by row; 0 is none. */
export type Cells = readonly (readonly number[])[];

export interface Cell {
  row: number;
  /** Its place in the row. */
  place: number;
}

export const EMPTY = 0;
export const ROW_HEIGHT = Math.sqrt(3) / 2;
/** How far the corners of a line between two rows lie above and below it. */
const PEAK = ROW_HEIGHT / 6;

export const cellsInRow = (columns: number, row: number): number => columns - (row % 2);

export const columnsOf = (cells: Cells): number => cells[0]?.length ?? 0;

export function sizeOf(cells: Cells): { width: number; height: number } {
  return { width: columnsOf(cells), height: cells.length * ROW_HEIGHT };
}

/** The region of a cell; undefined beyond the grid. */
export const regionAt = (cells: Cells, { row, place }: Cell): number | undefined => cells[row]?.[place];

export function allCells(cells: Cells): Cell[] {
  return cells.flatMap((numbers, row) => numbers.map((_, place) => ({ row, place })));
}

export const cellsOf = (cells: Cells, region: number): Cell[] =>
  allCells(cells).filter((cell) => regionAt(cells, cell) === region);

export const isSame = (one: Cell, other: Cell): boolean => one.row === other.row && one.place === other.place;

export function middleOf({ row, place }: Cell): Point {
  return { x: place + 0.5 + (row % 2) / 2, y: (row + 0.5) * ROW_HEIGHT };
}

/** The cell at a point; null beyond the grid. */
export function cellAt(cells: Cells, point: Point): Cell | null {
  const { width, height } = sizeOf(cells);
  if (point.x < 0 || point.y < 0 || point.x > width || point.y > height) return null;
  const near = Math.floor(point.y / ROW_HEIGHT);
  let [best, least]: [Cell | null, number] = [null, Infinity];
  for (const row of [near - 1, near, near + 1]) {
    const count = cells[row]?.length ?? 0;
    if (count === 0) continue;
    const place = Math.max(0, Math.min(count - 1, Math.floor(point.x - (row % 2) / 2)));
    const middle = middleOf({ row, place });
    // The first and the last cell of an odd row are wider.
    const across = Math.max(0, Math.abs(point.x - middle.x) - (isWide(row, place, count) ? 0.5 : 0));
    const distance = Math.hypot(across, point.y - middle.y);
    if (distance < least) [best, least] = [{ row, place }, distance];
  }
  return best;
}

const isWide = (row: number, place: number, count: number): boolean =>
  row % 2 === 1 && (place === 0 || place === count - 1);

/** The cells beside a cell. */
export function neighboursOf(cells: Cells, { row, place }: Cell): Cell[] {
  const left = place - 1 + (row % 2);
  return [
    { row, place: place - 1 },
    { row, place: place + 1 },
    { row: row - 1, place: left },
    { row: row - 1, place: left + 1 },
    { row: row + 1, place: left },
    { row: row + 1, place: left + 1 },
  ].filter((cell) => regionAt(cells, cell) !== undefined);
}

/** A cell and all around it that are at most so many steps away. */
export function within(cells: Cells, middle: Cell, steps: number): Cell[] {
  const found = [middle];
  let edge = [middle];
  for (let step = 0; step < steps; step += 1) {
    const next: Cell[] = [];
    for (const cell of edge.flatMap((each) => neighboursOf(cells, each))) {
      if (found.some((each) => isSame(each, cell))) continue;
      found.push(cell);
      next.push(cell);
    }
    edge = next;
  }
  return found;
}

/** The cells on a straight line from one to another, so that a quick stroke has no gaps. */
export function cellsBetween(cells: Cells, from: Cell, to: Cell): Cell[] {
  const [start, end] = [middleOf(from), middleOf(to)];
  const count = Math.max(1, Math.ceil(Math.hypot(end.x - start.x, end.y - start.y) * 2));
  const found: Cell[] = [];
  for (let step = 1; step <= count; step += 1) {
    const part = step / count;
    const cell = cellAt(cells, {
      x: start.x + (end.x - start.x) * part,
      y: start.y + (end.y - start.y) * part,
    });
    if (cell !== null && !found.some((each) => isSame(each, cell))) found.push(cell);
  }
  return found;
}

/** Whether a region has a cell at the edge of the grid. */
export function touchesEdge(cells: Cells, region: number): boolean {
  return cells.some((numbers, row) =>
    row === 0 || row === cells.length - 1
      ? numbers.includes(region)
      : numbers[0] === region || numbers.at(-1) === region,
  );
}

/** The corners of a cell, clockwise from the upper left. */
export function cornersOf(cells: Cells, { row, place }: Cell): Point[] {
  const columns = columnsOf(cells);
  const shift = row % 2;
  const first = shift === 1 && place === 0 ? 0 : 2 * place + shift;
  const last = shift === 1 && place === columns - 2 ? 2 * columns : 2 * place + shift + 2;
  const across = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  return [
    ...across.map((at) => corner(cells, at, row)),
    ...across.reverse().map((at) => corner(cells, at, row + 1)),
  ];
}

/** A corner, by half cells from the left and by the rows above it. */
export function corner(cells: Cells, across: number, line: number): Point {
  const isInside = line > 0 && line < cells.length;
  const peak = isInside ? ((across + line) % 2 === 1 ? -PEAK : PEAK) : 0;
  return { x: across / 2, y: line * ROW_HEIGHT + peak };
}
