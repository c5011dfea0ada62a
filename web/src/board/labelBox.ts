/** How large the number of a region is written: so that it can be read, but no larger than there is room. */
import type { DrawnRegion } from "../api/kinds";
import type { Point } from "./neighbour";

/** The least height in pixels. */
const READABLE = 9.4;
/** How wide a figure is for its height, with the gap to the next. */
const FIGURE_WIDTH = 0.7;

/** Its middle and its size, in units of the drawing, of which each is this many pixels. */
export function labelBox(
  { number, label }: DrawnRegion,
  unit: number,
): Point & { width: number; height: number } {
  const height = Math.min(label.max_height, Math.max(label.height, READABLE / unit));
  return { x: label.x, y: label.y, height, width: height * FIGURE_WIDTH * String(number).length };
}
