/** How a painted map is shown while it is painted: its cells, its lines and a few signs, as path data. */
import type { Point } from "../../board/neighbour";
import { allCells, columnsOf, corner, cornersOf, EMPTY, middleOf, type Cell, type Cells } from "./cells";

/** A sign for each terrain, around the middle of a cell: nobody has to tell colours apart. */
const SIGNS: Readonly<Record<string, string>> = {
  farmland: "m-.32-.16h.64m-.64.2h.64m-.64.2h.64",
  forest: "m0-.36l.24.42h-.48zv.62",
  hill: "m-.36.16q.36-.62.72 0",
  swamp: "m-.22.24v-.36m.22.36v-.52m.22.52v-.36",
  mountain: "m-.36.26l.36-.58l.36.58",
  sea: "m-.36 0q.18-.26.36 0t.36 0",
  lake: "m-.3 0h.6",
};

export interface ShownRegion {
  number: number;
  /** All its cells. */
  ground: string;
  /** Some signs of its terrain, none where its number stands. */
  signs: string;
  /** Where its number stands. */
  label: Point;
}

/** Everything that belongs to one region or another; cells without a region are left out. */
export function shownRegions(cells: Cells, terrainOf: (number: number) => string): ShownRegion[] {
  const found = new Map<number, Cell[]>();
  for (const cell of allCells(cells)) {
    const number = cells[cell.row]?.[cell.place] ?? EMPTY;
    if (number === EMPTY) continue;
    const known = found.get(number);
    if (known === undefined) found.set(number, [cell]);
    else known.push(cell);
  }
  return [...found].map(([number, own]) => {
    const label = middleOf(centreOf(own));
    const sign = SIGNS[terrainOf(number)] ?? "";
    const places = own
      .filter(isSigned)
      .map(middleOf)
      .filter(({ x, y }) => Math.hypot(x - label.x, y - label.y) > 1.2);
    return {
      number,
      ground: own.map((cell) => polygon(cornersOf(cells, cell))).join(""),
      signs: places.map(({ x, y }) => `M${short(x)} ${short(y)}${sign}`).join(""),
      label,
    };
  });
}

/** The lines between cells of different regions. */
export function linesBetween(cells: Cells): string {
  return lines(cells, (one, other) => one !== undefined && other !== undefined && one !== other);
}

/** The line around some cells. */
export function outlineOf(cells: Cells, around: readonly Cell[]): string {
  const inside = new Set(around.map(({ row, place }) => `${row} ${place}`));
  const marks = cells.map((numbers, row) => numbers.map((_, place) => Number(inside.has(`${row} ${place}`))));
  return lines(marks, (one = 0, other = 0) => one !== other);
}

/** The sides of cells, as far as they are drawn between these two numbers; beyond the grid there is none. */
function lines(
  cells: Cells,
  isDrawn: (one: number | undefined, other: number | undefined) => boolean,
): string {
  const columns = columnsOf(cells);
  const found: string[] = [];
  const draw = (one: Point, other: Point): void => {
    found.push(`M${short(one.x)} ${short(one.y)}L${short(other.x)} ${short(other.y)}`);
  };
  cells.forEach((numbers, row) => {
    for (let place = 0; place <= numbers.length; place += 1) {
      if (!isDrawn(numbers[place - 1], numbers[place])) continue;
      // The first and the last cell of an odd row reach to the edge.
      const across = place === 0 ? 0 : place === numbers.length ? 2 * columns : 2 * place + (row % 2);
      draw(corner(cells, across, row), corner(cells, across, row + 1));
    }
  });
  for (let row = 0; row <= cells.length; row += 1) {
    for (let across = 0; across < 2 * columns; across += 1) {
      if (!isDrawn(numberAt(cells, row - 1, across), numberAt(cells, row, across))) continue;
      draw(corner(cells, across, row), corner(cells, across + 1, row));
    }
  }
  return found.join("");
}

export function polygon(corners: readonly Point[]): string {
  return `M${corners.map(({ x, y }) => `${short(x)} ${short(y)}`).join("L")}Z`;
}

/** The region of a row at a number of half cells from the left. */
function numberAt(cells: Cells, row: number, across: number): number | undefined {
  const last = (cells[row]?.length ?? 0) - 1;
  const place = Math.floor((across - (row % 2)) / 2);
  return cells[row]?.[Math.max(0, Math.min(last, place))];
}

/** The one of some cells that is nearest to the middle of all of them. */
export function centreOf(own: readonly Cell[]): Cell {
  const middles = own.map(middleOf);
  const x = middles.reduce((sum, point) => sum + point.x, 0) / own.length;
  const y = middles.reduce((sum, point) => sum + point.y, 0) / own.length;
  let [best, least]: [Cell, number] = [own[0] ?? { row: 0, place: 0 }, Infinity];
  own.forEach((cell, at) => {
    const point = middles[at];
    const distance = point === undefined ? Infinity : Math.hypot(point.x - x, point.y - y);
    if (distance < least) [best, least] = [cell, distance];
  });
  return best;
}

const isSigned = ({ row, place }: Cell): boolean => row % 2 === 0 && (place + row) % 4 === 0;

const short = (value: number): string => String(Math.round(value * 1000) / 1000);
