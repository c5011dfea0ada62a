/** How a wide window is divided: the map takes all it can use, and what lies beside it gets the rest of the table. */

/** Lengths in rem. The style of the game screen gets them from here. */
export const ROOM = { header: 2.6, dock: 4.2, column: 12.6, folded: 3.9, side: 11.7 } as const;

/** In a window narrower than this, what is asked and the buttons stand in two rows. */
const TWO_ROWS = { below: 70.5, dock: 6.9 };

/** Around the map, on every side. */
const EDGE = 0.15;

interface Size {
  width: number;
  height: number;
}

/** How high the dock is; the window is told in rem, as everywhere here. */
export function dockOf(width: number): number {
  return width < TWO_ROWS.below ? TWO_ROWS.dock : ROOM.dock;
}

/** How wide the map can be at most; it is so many times as wide as high. */
export function widestMap({ width, height }: Size, ratio: number): number {
  return (height - ROOM.header - dockOf(width) - 2 * EDGE) * ratio + 2 * EDGE;
}

/** Whether the whole column has room beside the map without making it smaller. */
export function hasRoomForColumn(window: Size, ratio: number): boolean {
  return window.width - widestMap(window, ratio) >= ROOM.column + ROOM.side;
}
