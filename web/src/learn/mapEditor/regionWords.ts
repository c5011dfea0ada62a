/** What a region of a painted map is, in words. */
import { placeName } from "../../words/names";
import { m } from "../../words/words";
import { regionAt, type Cell } from "./cells";
import type { PaintedMap } from "./painted";

export const TERRAINS = ["farmland", "forest", "hill", "swamp", "mountain", "sea", "lake"] as const;
export const SYMBOLS = ["mine", "magic", "cavern"] as const;

/** A cell and what is there, for those who hear the map. */
export function cellText(map: PaintedMap, cell: Cell): string {
  const region = map.regions[(regionAt(map.cells, cell) ?? 0) - 1];
  const number = regionAt(map.cells, cell) ?? 0;
  const what =
    region === undefined
      ? m.web_map_cell_empty()
      : [
          region.name || m.web_map_region({ region: number }),
          placeName(region.terrain),
          ...region.symbols.map(placeName),
          ...(region.lost_tribe ? [m.web_map_tribe()] : []),
        ].join(", ");
  return m.web_map_cell({ row: cell.row + 1, cell: cell.place + 1, what });
}
