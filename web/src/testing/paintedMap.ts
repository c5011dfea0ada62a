/** Small maps for the tests of the editor. */
import { cellsInRow, EMPTY, type Cell } from "../learn/mapEditor/cells";
import { region, withCells, withRegion, type PaintedMap } from "../learn/mapEditor/painted";

export const blank: PaintedMap = {
  id: "isle",
  players: 2,
  game_turns: 10,
  cells: Array.from({ length: 23 }, (_, row) => Array<number>(cellsInRow(30, row)).fill(EMPTY)),
  regions: [],
};

export const at = (row: number, place: number): Cell => ({ row, place });

/** A map with these regions on an empty grid. */
export function painted(...regions: [terrain: string, ...cells: Cell[]][]): PaintedMap {
  return regions.reduce<PaintedMap>((map, [terrain, ...cells]) => {
    const grown = withRegion(map, region(terrain));
    return withCells(grown, cells, grown.regions.length);
  }, blank);
}
