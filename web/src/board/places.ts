/** Where on the page something flies from and to, in pixels of the window. */
import type { Layout } from "../api/kinds";
import type { Camera } from "./camera.svelte";
import type { Point } from "./neighbour";
import type { Place } from "./motionPlan";

/** As near to a point as a box around it that is this far to each side, above and below, stays in the window. */
export function inWindow(
  { x, y }: Point,
  { side, above, below }: { side: number; above: number; below: number },
): Point {
  return {
    x: Math.max(side, Math.min(innerWidth - side, x)),
    y: Math.max(above, Math.min(innerHeight - below, y)),
  };
}

export class Places {
  /** Pixels for each unit of the drawing. */
  readonly unit: number;
  /** How large the largest stack is seen. */
  readonly radius: number;
  /** Where stacks are seen when the map has come to rest. */
  private readonly stacks: ReadonlyMap<number, Point & { radius: number }>;
  private readonly box: DOMRect;

  constructor(camera: Camera, box: HTMLElement, layout: Layout) {
    this.unit = camera.unit;
    this.box = box.getBoundingClientRect();
    this.radius = Math.max(...layout.regions.map(({ stack }) => stack.radius)) * camera.unit;
    this.stacks = new Map(
      layout.regions.map(({ number, stack }) => {
        const { x, y } = camera.inBox(stack);
        return [number, { x: this.box.left + x, y: this.box.top + y, radius: stack.radius * camera.unit }];
      }),
    );
  }

  get middle(): Point {
    return { x: this.box.left + this.box.width / 2, y: this.box.top + this.box.height / 2 };
  }

  pointOf(place: Place): Point {
    switch (place.at) {
      case "region":
        return this.onBoard(this.stackOf(place.region));
      case "column":
        return this.ofElement(`[data-slot="${place.slot}"]`) ?? { x: this.box.left, y: this.box.top };
      case "hand":
        return this.ofElement(`[data-hand="${place.seat}"]`) ?? this.edge;
      case "purse":
        return this.ofElement(`[data-purse="${place.seat}"]`) ?? this.edge;
    }
  }

  stackOf(region: number): Point & { radius: number } {
    return this.stacks.get(region) ?? { ...this.middle, radius: this.radius };
  }

  isSeen(region: number): boolean {
    const { x, y } = this.stackOf(region);
    const { left, right, top, bottom } = this.box;
    return x >= left && x <= right && y >= top && y <= bottom;
  }

  /** What lies outside of what is seen of the map comes from its edge. */
  private onBoard({ x, y }: Point): Point {
    const { left, right, top, bottom } = this.box;
    return { x: Math.max(left, Math.min(right, x)), y: Math.max(top, Math.min(bottom, y)) };
  }

  /** The smallest thing on the page that stands for the place and can be seen. */
  private ofElement(selector: string): Point | null {
    const seen = [...document.querySelectorAll(selector)]
      .map((element) => element.getBoundingClientRect())
      .filter(({ width, height, bottom, top, left, right }) => {
        return width > 0 && height > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
      })
      .sort((one, other) => one.width * one.height - other.width * other.height)[0];
    return seen === undefined ? null : { x: seen.left + seen.width / 2, y: seen.top + seen.height / 2 };
  }

  /** Who is not on the screen sits below the board. */
  private get edge(): Point {
    return { x: this.box.left + this.box.width / 2, y: this.box.bottom };
  }
}
