/** A piece that is carried from region to region by mouse or pen; a finger scrolls and taps. */
import type { SpreadPort } from "./spreadPort";
import type { Camera } from "./camera.svelte";
import type { Point } from "./neighbour";

/** How far beside the stack one may press, against its radius. */
const NEAR = 1.2;
/** A hand is never quite still. */
const SLOP = 6;

export class Drag {
  /** Where the piece is on the page; null while nothing is carried. */
  point: Point | null = $state.raw(null);
  /** The region it comes from. */
  from: number | null = $state(null);
  /** The region it would be put down in. */
  to: number | null = $state(null);
  private start: Point = { x: 0, y: 0 };
  private readonly camera: Camera;

  constructor(camera: Camera) {
    this.camera = camera;
  }

  /** Somebody presses on a region; on its stack they may be about to carry a piece of it away. */
  press(event: PointerEvent, region: number, stack: Point & { radius: number }, board: DOMRect): void {
    if (event.pointerType === "touch" || event.button !== 0) return;
    const { x, y } = this.camera.inBox(stack);
    const distance = Math.hypot(event.clientX - board.left - x, event.clientY - board.top - y);
    if (distance > stack.radius * this.camera.unit * NEAR) return;
    this.from = region;
    this.start = { x: event.clientX, y: event.clientY };
  }

  /** Whether a piece is carried. */
  move(event: PointerEvent, spread: SpreadPort): boolean {
    if (this.from === null) return false;
    const point = { x: event.clientX, y: event.clientY };
    if (this.point === null && Math.hypot(point.x - this.start.x, point.y - this.start.y) <= SLOP)
      return false;
    const over = regionAt(point);
    this.point = point;
    this.to = over !== null && over !== this.from && spread.regions.includes(over) ? over : null;
    return true;
  }

  /** Put down what is carried. */
  drop(spread: SpreadPort | null): void {
    const { from, to } = this;
    this.cancel();
    if (from !== null && to !== null) spread?.move(from, to);
  }

  /** Let go of it where it came from; whether there was anything. */
  cancel(): boolean {
    const was = this.point !== null;
    this.point = this.from = this.to = null;
    return was;
  }
}

function regionAt({ x, y }: Point): number | null {
  const found = document.elementFromPoint(x, y)?.closest<SVGElement>("[data-region]")?.dataset["region"];
  return found === undefined ? null : Number(found);
}
