/** Where a card lies on the map: beside the region that it explains, and on as few marks as can be. */
import type { Point } from "../board/neighbour";

export interface Size {
  width: number;
  height: number;
}

export type Box = Point & Size;

/** Between a card and what it explains, and at the edge of the map, in pixels. */
const GAP = 10;
const EDGE = 4;
/** How bad it is to hide the region, and a mark; by so much every place is worse than the one before it. */
const REGION = 1_000;
const MARK = 40;
const PLACE = 1;

/** The upper left corner of the card. Its place, like those of region and marks, is told within the area. */
export function beside(card: Size, region: Box, marks: readonly Point[], area: Size): Point {
  const places = around(card, region).map((place) => within(place, card, area));
  const costs = places.map((place, at) => hiding({ ...place, ...card }, region, marks) + at * PLACE);
  return places[costs.indexOf(Math.min(...costs))] ?? { x: EDGE, y: EDGE };
}

/** On each side of the region, aligned with its middle or one of its ends; what comes first is best. */
function around(card: Size, region: Box): Point[] {
  const across = aligned(region.x, region.width, card.width);
  const down = aligned(region.y, region.height, card.height);
  const [left, right] = [region.x - GAP - card.width, region.x + region.width + GAP];
  const [above, below] = [region.y - GAP - card.height, region.y + region.height + GAP];
  return [
    ...down.flatMap((y) => [
      { x: right, y },
      { x: left, y },
    ]),
    ...across.flatMap((x) => [
      { x, y: above },
      { x, y: below },
    ]),
  ];
}

function aligned(start: number, length: number, own: number): number[] {
  return [start + (length - own) / 2, start, start + length - own];
}

function within({ x, y }: Point, card: Size, area: Size): Point {
  return {
    x: Math.max(EDGE, Math.min(area.width - EDGE - card.width, x)),
    y: Math.max(EDGE, Math.min(area.height - EDGE - card.height, y)),
  };
}

function hiding(card: Box, region: Box, marks: readonly Point[]): number {
  const part = shared(card, region) / (region.width * region.height || 1);
  const hidden = marks.filter((mark) => shared(card, { ...mark, width: 1, height: 1 }) > 0);
  return part * REGION + hidden.length * MARK;
}

function shared(one: Box, other: Box): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, across) * Math.max(0, down);
}
