/** What the mouse rests on. What slides under a mouse that nobody moves is not asked about. */
import type { Point } from "./neighbour";

/** So long it must stay on a region before that is told, and away from all before that is. */
const REST = 150;

export class Hover {
  private region: number | null = null;
  private told: number | null = null;
  private last: Point | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private readonly tell: (region: number | null) => void;

  constructor(tell: (region: number | null) => void) {
    this.tell = tell;
  }

  /** The mouse is on a region now, or on none. */
  enter(region: number | null): void {
    this.stop();
    this.region = region;
    if (region === null) this.wait();
  }

  /** The mouse was moved, on the board or elsewhere. */
  move(event: PointerEvent): void {
    const { clientX: x, clientY: y } = event;
    const { last } = this;
    this.last = { x, y };
    // Browsers report a mouse that rests when something else comes to lie under it, and so first of all.
    if (last !== null && (x !== last.x || y !== last.y) && this.region !== null) this.wait();
  }

  /** What it is on was chosen, and need not be told any more. */
  settle(): void {
    this.stop();
    this.told = this.region;
  }

  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  private wait(): void {
    if (this.timer !== null || this.region === this.told) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.told = this.region;
      this.tell(this.region);
    }, REST);
  }
}
