/** Where minus and plus stand beside a stack: where they hide none of the others, as far as there is room for that. */
import type { Point } from "./neighbour";

/** Half of what a finger needs, in pixels. */
export const REACH = 22;

export interface Handles {
  minus: Point;
  plus: Point;
}

/** Best beside the stack; else aslant, or above and below it. */
const ANGLES = [0, -Math.PI / 4, Math.PI / 4, -Math.PI / 2];

export function handlesOf(
  stack: Point & { radius: number },
  others: readonly Point[],
  board: { width: number; height: number },
): Handles {
  const enough = REACH + stack.radius * 0.6;
  const ways = ANGLES.map((angle) => around(stack, angle));
  const rooms = ways.map((way) => roomOf(way, others, board));
  const first = rooms.findIndex((room) => room >= enough);
  const found = ways[first < 0 ? rooms.indexOf(Math.max(...rooms)) : first] ?? around(stack, 0);
  return { minus: within(found.minus, board), plus: within(found.plus, board) };
}

function around({ x, y, radius }: Point & { radius: number }, angle: number): Handles {
  const [dx, dy] = [Math.cos(angle) * (radius + REACH), Math.sin(angle) * (radius + REACH)];
  return { minus: { x: x - dx, y: y - dy }, plus: { x: x + dx, y: y + dy } };
}

/** How far the next stack is; none of it if a handle would leave the board. */
function roomOf(way: Handles, others: readonly Point[], board: { width: number; height: number }): number {
  const ends = [way.minus, way.plus];
  if (ends.some((end) => distance(end, within(end, board)) > 0)) return -1;
  return Math.min(...ends.flatMap((end) => others.map((other) => distance(end, other))));
}

function within({ x, y }: Point, { width, height }: { width: number; height: number }): Point {
  return {
    x: Math.max(REACH, Math.min(width - REACH, x)),
    y: Math.max(REACH, Math.min(height - REACH, y)),
  };
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
