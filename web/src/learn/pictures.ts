/** What a picture of the rules shows: a part of the map, with what may be conquered there. */
import type { Box, Layout, ShownRule, TableView } from "../api/kinds";
import { NO_MARKS, type Marks } from "../board/marks";
import { withEdition } from "../core/http/edition";
import { mapDrawing, mapLayout } from "../core/http/maps";
import { get } from "../core/http/rest";
import type { Scene } from "../core/table/scene";
import { conquests } from "../play/targets";

/** What one needs to draw all pictures. */
export interface Pictures {
  /** By chapter. */
  shown: ReadonlyMap<string, ShownRule>;
  /** By map. */
  layouts: ReadonlyMap<string, Layout>;
}

/** Left, top, width and height. */
type Part = readonly [number, number, number, number];

/** Free room around the regions that are looked at, in units of the drawing. */
const MARGIN = 14;
/** A picture is at least so wide for its height. */
const MIN_SHAPE = 1.5;

export async function loadPictures(): Promise<Pictures> {
  const shown = await get<ShownRule[]>(withEdition("/api/rules/pictures"));
  const maps = [...new Set(shown.map(({ view }) => view.map))];
  const layouts = await Promise.all(maps.map(async (map) => [map, await mapLayout(map)] as const));
  return { shown: new Map(shown.map((each) => [each.chapter, each])), layouts: new Map(layouts) };
}

export function sceneOf({ chapter, view }: ShownRule, layout: Layout, box: Box): Scene {
  return {
    id: `rule-${chapter}`,
    agreement: null,
    // Nobody sits there: a board asks a table for nothing but the view and the names of the seats.
    shown: { view, seats: [] } as unknown as TableView,
    step: null,
    box,
    layout,
    drawing: (theme) => mapDrawing(view.map, theme),
  };
}

/** What may be conquered, with its price. */
export function marksOf({ legal }: ShownRule): Marks {
  const priced = legal.flatMap((action) =>
    action.region != null && action.cost != null ? [[action.region, action] as const] : [],
  );
  return { ...NO_MARKS, targets: conquests(new Map(priced)) };
}

/** The part of the drawing in which regions lie, wide enough for a picture; all of it if there are none. */
export function partOf(layout: Layout, regions: readonly number[]): Part {
  const paths = layout.regions.filter(({ number }) => regions.includes(number)).map(({ path }) => path);
  if (paths.length === 0) return layout.view_box;
  // Paths are made of points alone, those that bend a line included.
  const numbers = paths.flatMap((path) => (path.match(/-?[\d.]+/g) ?? []).map(Number));
  const [xs, ys] = [0, 1].map((odd) => numbers.filter((_, at) => at % 2 === odd)) as [number[], number[]];
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  const [width, height] = [Math.max(...xs) + MARGIN - left, Math.max(...ys) + MARGIN - top];
  const wide = Math.max(width, height * MIN_SHAPE);
  return inside(layout.view_box, [left - (wide - width) / 2, top, wide, height]);
}

/** Moved, not cut, so that nothing beyond the drawing is seen. */
function inside([left, top, width, height]: Part, [x, y, w, h]: Part): Part {
  const within = (value: number, low: number, size: number, most: number): number =>
    Math.max(low, Math.min(value, low + most - size));
  return [within(x, left, w, width), within(y, top, h, height), w, h];
}
