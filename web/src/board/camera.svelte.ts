/** How the map is looked at: how near, and which part of it. Lengths are pixels of the board's own box. */
import type { Point } from "./neighbour";

const MAX_SCALE = 5;
/** Below this the whole map is shown. */
const FAR = 1.02;
/** What a finger hits without aiming. */
const FINGER = 44;
/** Nearer than this too little is seen of the map, even if it has places too small for a finger. */
const NEAR_ENOUGH = 2;
/** Free room around what is to be seen; if there is more, also above it, where words stand, and below, where buttons do. */
const MARGIN = 6;
const HEAD = 56;
const FOOT = 52;

/** Left, top, width and height. */
type ViewBox = readonly [number, number, number, number];

/** A part of the drawing. */
export interface Area extends Point {
  width: number;
  height: number;
}

export class Camera {
  scale = $state(1);
  x = $state(0);
  y = $state(0);
  width = $state(0);
  height = $state(0);
  /** Whether the map goes gently where it is moved to; under a hand it goes at once. */
  isGliding = $state(false);
  /** The part of the drawing that is shown while the whole map is. */
  frame: () => ViewBox;

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

  /** The place of the drawing that is seen at a point of the box. */
  fromBox({ x, y }: Point): Point {
    const [zero, each] = [this.inBox({ x: 0, y: 0 }), this.unit];
    return { x: (x - zero.x) / each, y: (y - zero.y) / each };
  }

  /** How near one has to look for a finger to hit each of these; 1 is the whole map. */
  nearnessFor(areas: Iterable<Area>): number {
    const least = Math.min(...[...areas].map(({ width, height }) => Math.min(width, height)));
    const near = FINGER / (least * this.farUnit);
    return Number.isFinite(near) && near > FAR ? Math.min(NEAR_ENOUGH, near) : 1;
  }

  /** Go nearer (or further, below 1) and keep what lies under a point where it is. */
  zoom(factor: number, at: Point = { x: this.width / 2, y: this.height / 2 }): void {
    const before = this.scale;
    const scale = Math.min(MAX_SCALE, before * factor);
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
    const [, , width, height] = this.frame();
    this.x = bounded(this.x + dx, this.width, width * this.farUnit, this.scale);
    this.y = bounded(this.y + dy, this.height, height * this.farUnit, this.scale);
  }

  /** Whether all of it could be seen at once, as near as one looks. */
  fits({ width, height }: Area): boolean {
    return width * this.unit <= this.width - 2 * MARGIN && height * this.unit <= this.height - 2 * MARGIN;
  }

  sees(area: Area): boolean {
    const { x, y } = this.inBox(area);
    const [right, bottom] = [x + area.width * this.unit, y + area.height * this.unit];
    return x >= 0 && y >= 0 && right <= this.width && bottom <= this.height;
  }

  /** Move just as far as is needed to see all of it. */
  bring(area: Area): void {
    const { x, y } = this.inBox(area);
    const [across, down] = [this.width - area.width * this.unit, this.height - area.height * this.unit];
    const head = down > HEAD + FOOT ? HEAD : MARGIN;
    this.move(inside(x, MARGIN, across - MARGIN) - x, inside(y, head, down - FOOT) - y);
  }

  /** Move its middle to the middle. */
  centre({ x, y, width, height }: Area): void {
    const middle = this.inBox({ x: x + width / 2, y: y + height / 2 });
    this.move(this.width / 2 - middle.x, this.height / 2 - middle.y);
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

/** Where the plane begins: the map leaves no edge of its box free and, where it is smaller than that, lies in the middle. */
function bounded(value: number, box: number, map: number, scale: number): number {
  const before = ((box - map) / 2) * scale;
  const free = box - map * scale;
  return (free >= 0 ? free / 2 : inside(value + before, free, 0)) - before;
}

function inside(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
