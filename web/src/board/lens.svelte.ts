/** How the map is looked at: how near, and which part of it. Lengths are pixels of the board's own box. */
import type { Point } from "./neighbour";

const NEAREST = 5;
/** Below this the whole map is shown. */
const FAR = 1.02;

export class Lens {
  scale = $state(1);
  x = $state(0);
  y = $state(0);
  width = $state(0);
  height = $state(0);

  get isNear(): boolean {
    return this.scale > 1;
  }

  get transform(): string {
    return this.isNear ? `translate(${this.x}px, ${this.y}px) scale(${this.scale})` : "none";
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

  /** Move just as far as is needed to see a point of the plane. */
  show(point: Point): void {
    if (!this.isNear) return;
    const [x, y] = [this.x + point.x * this.scale, this.y + point.y * this.scale];
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
