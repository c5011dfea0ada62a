/**
 * Where the tag of a region lies, which tells what it takes to choose it: inside of the region and on no piece. Pieces have slots
 * of their own in the layout; a tag takes what is free just then, as it is the larger the smaller the screen is.
 */
import type { DrawnRegion, Slot } from "../api/kinds";
import type { Point } from "./neighbour";

/** How far apart the places are that are tried, and the points of the border line that a tag must not touch. */
const STEP = 7;
/** The free space between a tag and what is beside it. */
const MARGIN = 1.5;
/** As much more to the number of the region, if there is room: two numbers side by side look like one. */
const LABEL_GAP = 7;
/** Sizes are tried in these steps, the largest first. */
const SHRINKING = 0.93;
/** No tag is smaller than this part of the least that can be read, whatever it covers. */
const SMALLEST = 0.6;

interface Size {
  width: number;
  height: number;
}

export interface Around {
  /** The nearer to this point the better. */
  wish: Point;
  /** What the tag must not cover. */
  pieces: readonly Slot[];
  /** The number of the region, which is covered only if there is no other way. */
  label: Point & Size;
}

export interface TagPlace extends Point {
  /** The part of the wanted size that there is room for. */
  scale: number;
}

/** The place of a tag of this size; `least` is the part of the size at which it can still be read. */
export function placeTag(region: DrawnRegion, size: Size, least: number, around: Around): TagPlace {
  const ground = groundOf(region);
  const { wish, label } = around;
  const places = ground.points
    .concat(isInside(wish, ground.outline) ? [wish] : [])
    .sort((one, other) => squared(one, wish) - squared(other, wish));
  for (const { from, to, gap } of [
    { from: 1, to: least, gap: LABEL_GAP },
    { from: 1, to: least, gap: 0 },
    { from: 1, to: least, gap: null },
    { from: least * SHRINKING, to: least * SMALLEST, gap: null },
  ]) {
    const beside =
      gap === null ? null : { ...label, width: label.width + 2 * gap, height: label.height + 2 * gap };
    for (let scale = from; scale >= to; scale *= SHRINKING) {
      const half = { width: (size.width * scale) / 2 + MARGIN, height: (size.height * scale) / 2 + MARGIN };
      const found = places.find(
        (place) =>
          around.pieces.every((piece) => isBeside(place, half, piece)) &&
          (beside === null || !isOn(place, half, beside)) &&
          ground.outline.every((point) => !isOn(place, half, point)),
      );
      if (found !== undefined) return { ...found, scale };
    }
  }
  return { ...wish, scale: least * SMALLEST };
}

interface GroundOfRegion {
  /** Points spread over the region. */
  points: Point[];
  /** Points on its border line. */
  outline: Point[];
}

const grounds = new WeakMap<DrawnRegion, GroundOfRegion>();

function groundOf(region: DrawnRegion): GroundOfRegion {
  const known = grounds.get(region);
  if (known !== undefined) return known;
  const outline = pointsOn(region.path);
  const heights = outline.map(({ y }) => y);
  const points = steps(Math.min(...heights), Math.max(...heights)).flatMap((y) =>
    pairs(crossings(outline, y)).flatMap(([enter, leave]) => steps(enter, leave).map((x) => ({ x, y }))),
  );
  const ground = { points, outline };
  grounds.set(region, ground);
  return ground;
}

function steps(low: number, high: number): number[] {
  return Array.from({ length: Math.floor((high - low) / STEP) }, (_, at) => low + (at + 0.5) * STEP);
}

/** Where a line across the region meets its border, from left to right. */
function crossings(outline: readonly Point[], y: number): number[] {
  const found: number[] = [];
  let before = outline.at(-1) ?? { x: 0, y };
  for (const point of outline) {
    if (point.y > y !== before.y > y)
      found.push(before.x + ((point.x - before.x) * (y - before.y)) / (point.y - before.y));
    before = point;
  }
  return found.sort((one, other) => one - other);
}

function pairs(numbers: readonly number[]): [number, number][] {
  return numbers.flatMap((number, at) => (at % 2 === 0 ? [[number, numbers[at + 1] ?? number]] : []));
}

/** Points on a path, which is made of curves alone. */
function pointsOn(path: string): Point[] {
  const numbers = (path.match(/-?[\d.]+/g) ?? []).map(Number);
  const written = numbers.flatMap((x, at) => (at % 2 === 0 ? [{ x, y: numbers[at + 1] ?? 0 }] : []));
  const found: Point[] = [];
  for (let at = 3; at < written.length; at += 3) {
    const [start, first, second, end] = written.slice(at - 3, at + 1) as [Point, Point, Point, Point];
    const count = Math.max(1, Math.ceil(Math.sqrt(squared(start, end)) / STEP));
    for (let step = 0; step < count; step += 1) {
      const t = step / count;
      const weights = [(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t ** 2, t ** 3];
      const sum = (side: "x" | "y"): number =>
        [start, first, second, end].reduce((all, point, i) => all + (weights[i] ?? 0) * point[side], 0);
      found.push({ x: sum("x"), y: sum("y") });
    }
  }
  return found;
}

function isInside({ x, y }: Point, outline: readonly Point[]): boolean {
  return crossings(outline, y).filter((crossing) => crossing < x).length % 2 === 1;
}

/** Whether a tag with these half sides leaves a round piece free. */
function isBeside(place: Point, half: Size, { x, y, radius }: Slot): boolean {
  const across = Math.max(0, Math.abs(place.x - x) - half.width);
  const down = Math.max(0, Math.abs(place.y - y) - half.height);
  return across ** 2 + down ** 2 >= radius ** 2;
}

/** Whether a tag with these half sides lies on a point, or on something around it. */
function isOn(place: Point, half: Size, { x, y, width = 0, height = 0 }: Point & Partial<Size>): boolean {
  return Math.abs(place.x - x) < half.width + width / 2 && Math.abs(place.y - y) < half.height + height / 2;
}

function squared(one: Point, other: Point): number {
  return (one.x - other.x) ** 2 + (one.y - other.y) ** 2;
}
