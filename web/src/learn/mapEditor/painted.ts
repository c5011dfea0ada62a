/** A painted map and what one can do to it: each change gives a new map, and the old one stays as it was. */
import type { PaintedMap as Painted, PaintedRegion } from "../../api/kinds";
import { allCells, cellsInRow, EMPTY, isSame, neighboursOf, regionAt, type Cell, type Cells } from "./cells";

export type Region = Readonly<Required<PaintedRegion>>;

export type PaintedMap = Readonly<Omit<Painted, "name" | "cells" | "regions">> & {
  /** What people call it; missing if that is its id, as in maps that were kept long ago. */
  readonly name?: string;
  readonly cells: Cells;
  readonly regions: readonly Region[];
};

export function region(terrain: string): Region {
  return { terrain, symbols: [], lost_tribe: false, edge: null, name: "" };
}

/** The grid of a map with nothing painted on it. */
export function emptied(map: PaintedMap): PaintedMap {
  return { ...map, cells: map.cells.map((row) => row.map(() => EMPTY)), regions: [] };
}

/** More cells than this in a row or a column nobody paints. */
const MAX_SIDE = 100;

/** Whether something that was stored or sent is a painted map. What it means is for the server to judge. */
export function isPaintedMap(found: unknown): found is PaintedMap {
  const { id, name = "", players, game_turns, cells, regions } = (found ?? {}) as Record<string, unknown>;
  return (
    [id, name].every((word) => typeof word === "string") &&
    [players, game_turns].every(Number.isInteger) &&
    isGrid(cells) &&
    Array.isArray(regions) &&
    regions.every(isRegion)
  );
}

function isGrid(found: unknown): found is Cells {
  if (!Array.isArray(found) || found.length > MAX_SIDE) return false;
  const rows = found as unknown[];
  const columns = Array.isArray(rows[0]) ? rows[0].length : 0;
  return (
    columns > 1 &&
    columns <= MAX_SIDE &&
    rows.every(
      (row, at) =>
        Array.isArray(row) && row.length === cellsInRow(columns, at) && row.every(Number.isInteger),
    )
  );
}

function isRegion(found: unknown): found is Region {
  const { terrain, symbols, lost_tribe, edge, name } = (found ?? {}) as Record<string, unknown>;
  return (
    [terrain, name].every((word) => typeof word === "string") &&
    Array.isArray(symbols) &&
    symbols.every((symbol) => typeof symbol === "string") &&
    typeof lost_tribe === "boolean" &&
    (edge === null || typeof edge === "boolean")
  );
}

export function withCells(map: PaintedMap, painted: readonly Cell[], number: number): PaintedMap {
  const isChanged = painted.some((cell) => regionAt(map.cells, cell) !== number);
  if (!isChanged) return map;
  const rows = new Map<number, number[]>();
  for (const { row, place } of painted) {
    const numbers = rows.get(row) ?? [...(map.cells[row] ?? [])];
    numbers[place] = number;
    rows.set(row, numbers);
  }
  return { ...map, cells: map.cells.map((numbers, row) => rows.get(row) ?? numbers) };
}

/** The map with one region more, which has no cells yet. */
export function withRegion(map: PaintedMap, added: Region): PaintedMap {
  return { ...map, regions: [...map.regions, added] };
}

export function withChange(map: PaintedMap, number: number, change: Partial<Region>): PaintedMap {
  const regions = map.regions.map((each, at) => (at + 1 === number ? { ...each, ...change } : each));
  return { ...map, regions };
}

/** The map without regions that have no cells; the others are numbered anew, without gaps. */
export function compacted(map: PaintedMap): PaintedMap {
  const used = new Set(map.cells.flat());
  const kept = map.regions.flatMap((_, at) => (used.has(at + 1) ? [at + 1] : []));
  if (kept.length === map.regions.length) return map;
  const numbers = new Map(kept.map((old, at) => [old, at + 1]));
  return {
    ...map,
    cells: map.cells.map((row) => row.map((number) => numbers.get(number) ?? EMPTY)),
    regions: kept.flatMap((old) => map.regions[old - 1] ?? []),
  };
}

/** The map with nothing left over: what a region lost touch with, and every empty cell, goes to the nearest region. */
export function tidied(map: PaintedMap): PaintedMap {
  const strays = map.regions.flatMap((_, at) => {
    const pieces = piecesOf(map.cells, at + 1).sort((one, other) => other.length - one.length);
    return pieces.slice(1).flat();
  });
  return filled(withCells(map, strays, EMPTY));
}

/** The places where nothing is painted. */
export const holesIn = (cells: Cells): Cell[][] => piecesOf(cells, EMPTY);

/** The parts of a region that do not hang together. */
function piecesOf(cells: Cells, number: number): Cell[][] {
  const seen = new Set<string>();
  const isNew = (cell: Cell): boolean => {
    const key = `${cell.row} ${cell.place}`;
    if (regionAt(cells, cell) !== number || seen.has(key)) return false;
    seen.add(key);
    return true;
  };
  return allCells(cells).flatMap((first) => {
    if (!isNew(first)) return [];
    const piece = [first];
    for (const cell of piece) piece.push(...neighboursOf(cells, cell).filter(isNew));
    return [piece];
  });
}

/** The map with every empty cell given to the region that is nearest by steps. */
function filled(map: PaintedMap): PaintedMap {
  let found = map;
  let edge = allCells(map.cells).filter((cell) => regionAt(map.cells, cell) !== EMPTY);
  while (edge.length > 0) {
    const next: Cell[] = [];
    for (const cell of edge) {
      const number = regionAt(found.cells, cell) ?? EMPTY;
      const free = neighboursOf(found.cells, cell).filter((each) => regionAt(found.cells, each) === EMPTY);
      found = withCells(found, free, number);
      next.push(...free);
    }
    edge = next;
  }
  return found;
}

/**
 * The map with one half of it mirrored onto the other. A region that reaches the middle becomes one with its image, every
 * other gets a twin of the same kind.
 */
export function mirrored(map: PaintedMap, direction: "across" | "down"): PaintedMap {
  const { cells } = map;
  const imageOf = ({ row, place }: Cell): Cell =>
    direction === "across"
      ? { row, place: (cells[row]?.length ?? 0) - 1 - place }
      : { row: cells.length - 1 - row, place };
  const isOriginal = (cell: Cell): boolean => {
    const image = imageOf(cell);
    return direction === "across" ? cell.place <= image.place : cell.row <= image.row;
  };
  const originals = allCells(cells).filter(isOriginal);
  const isInMiddle = (cell: Cell): boolean =>
    isSame(cell, imageOf(cell)) || neighboursOf(cells, cell).some((each) => isSame(each, imageOf(cell)));
  const whole = new Set(originals.filter(isInMiddle).map((cell) => regionAt(cells, cell)));
  const twins = new Map<number, number>();
  const regions = [...map.regions];
  const twinOf = (number: number): number => {
    const known = twins.get(number);
    const original = map.regions[number - 1];
    if (known !== undefined || original === undefined || whole.has(number)) return known ?? number;
    // Two regions cannot have the same name.
    regions.push({ ...original, name: "" });
    twins.set(number, regions.length);
    return regions.length;
  };
  const painted = cells.map((numbers, row) =>
    numbers.map((number, place) =>
      isOriginal({ row, place }) ? number : twinOf(regionAt(cells, imageOf({ row, place })) ?? EMPTY),
    ),
  );
  return compacted({ ...map, cells: painted, regions });
}
