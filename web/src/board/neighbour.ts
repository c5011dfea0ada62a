/** Which region an arrow key leads to: the nearest in that direction, as one sees the map. */

export interface Point {
  x: number;
  y: number;
}

export type Arrow = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";

const DIRECTIONS: Record<Arrow, Point> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};
/** What lies further aside than this (60 degrees) is gone to only if nothing else lies ahead. */
const ASIDE = 0.5;

export function isArrow(key: string): key is Arrow {
  return key in DIRECTIONS;
}

/** The number of the place to go to, or the same if nothing lies there. */
export function neighbourOf(places: ReadonlyMap<number, Point>, from: number, arrow: Arrow): number {
  const start = places.get(from);
  if (start === undefined) return from;
  const direction = DIRECTIONS[arrow];
  let [best, least] = [from, Infinity];
  for (const [number, place] of places) {
    if (number === from) continue;
    const [dx, dy] = [place.x - start.x, place.y - start.y];
    const distance = Math.hypot(dx, dy);
    const straightness = (dx * direction.x + dy * direction.y) / distance;
    if (!(straightness > 0.1)) continue;
    const detour = distance / straightness + (straightness < ASIDE ? 1e6 : 0);
    if (detour < least) [best, least] = [number, detour];
  }
  return best;
}
