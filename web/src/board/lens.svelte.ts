/** How the map is looked at: how near, and which part of it. Lengths are pixels of the board's own box. */
import type { Point } from "./neighbour";

const NEAREST = 5;
/** Below this the whole map is shown. */
const FAR = 1.02;

/** Left, top, width and height. */
type ViewBox = readonly [number, number, number, number];

export class Lens {
  scale = $state(1);
  x = $state(0);
  y = $state(0);
  width = $state(0);
  height = $state(0);
  private readonly frame: () => ViewBox;

  /** The part of the drawing that is shown while the whole map is. */
  constructor(frame: () => ViewBox = () => [0, 0, 1, 1]) {
    this.frame = frame;
  }

  get isNear(): boolean {
    return this.scale > 1;
  }

  get transform(): string {
    return this.isNear ? `translate(${this.x}px, ${this.y}px) scale(${this.scale})` : "none";
  }

  /** Pixels for each unit of the drawing. */
  get unit(): number {
    return this.farUnit * this.scale;
  }

  private get farUnit(): number {
    const [, , width, height] = this.frame();
    return Math.min(this.width / width, this.height / height);
  }

  /** Where a point of the drawing lies on the plane, which is as large as the box. */
  onPlane({ x, y }: Point): Point {
    const [left, top, width, height] = this.frame();
    const each = this.farUnit;
    return {
      x: (this.width - width * each) / 2 + (x - left) * each,
      y: (this.height - height * each) / 2 + (y - top) * each,
    };
  }

  /** Where it is seen in the box. */
  inBox(point: Point): Point {
    const { x, y } = this.onPlane(point);
    return { x: this.x + x * this.scale, y: this.y + y * this.scale };
  }

  /** Go nearer (or further, below 1) and keep what lies under a point where it is. */
  zoom(factor: number, at: Point = { x: this.width / 2, y: this.height / 2 }): void {
    const before = this.scale;
    const scale = Math.min(NEAREST, before * factor);
    if (scale < FAR) {
      this.reset();
      return;
    }
    this.scale = scale;
    this.move(
      at.x - this.x - ((at.x - this.x) * scale) / before,
      at.y - this.y - ((at.y - this.y) * scale) / before,
    );
  }

  move(dx: number, dy: number): void {
    this.x = within(this.x + dx, this.width * (1 - this.scale));
    this.y = within(this.y + dy, this.height * (1 - this.scale));
  }

  /** Move just as far as is needed to see a point of the drawing. */
  show(point: Point): void {
    if (!this.isNear) return;
    const { x, y } = this.inBox(point);
    const [marginX, marginY] = [this.width * 0.15, this.height * 0.15];
    this.move(inside(x, marginX, this.width - marginX) - x, inside(y, marginY, this.height - marginY) - y);
  }

  reset(): void {
    this.scale = 1;
    this.x = this.y = 0;
  }
}

/** The map never leaves an edge of its box free. */
function within(value: number, least: number): number {
  return Math.max(least, Math.min(0, value));
}

function inside(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
