/** How large numbers on pieces are. */

/** How high a figure is, as a part of the size of its font. */
export const FIGURE_HEIGHT = 0.6;
/** The least height in pixels at which a figure can be read. */
const READABLE = 9.2;
/** How high the number on a disc is, as a part of the disc's radius. */
export const ONE_FIGURE = 1.3;
export const TWO_FIGURES = 0.95;

/** Where the disc with the number of a piece lies, as parts of the piece's radius: how far right of and below its middle, and its radius. */
export interface CountDisc {
  away: number;
  radius: number;
}

/** The disc on a piece that is seen with this radius in pixels: large enough to be read, and inside of the piece. */
export function countDiscOn(seen: number, usual: number, largest: number): CountDisc {
  const radius = Math.min(largest, Math.max(usual, READABLE / ONE_FIGURE / Math.max(seen, 1)));
  return { radius, away: (1 - radius) * 0.75 };
}
