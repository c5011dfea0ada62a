/** What fingers, mouse and wheel do to the map, apart from choosing: pinch, drag, wheel, long press, double tap. */
import type { Camera } from "./camera.svelte";
import type { Point } from "./neighbour";

const LONG_PRESS = 450;
const DOUBLE_TAP = 320;
/** A finger is never quite still. */
const SLOP = 8;
const NEAR = 2.2;

export class Gestures {
  /** Whether the press that ends now was something else than a choice. */
  isSpent = false;
  private readonly pointers = new Map<number, Point>();
  private start: Point = { x: 0, y: 0 };
  private timer: ReturnType<typeof setTimeout> | undefined;
  private lastTap = 0;
  private readonly camera: Camera;
  private readonly box: HTMLElement;
  private readonly onlong: (target: Element) => void;
  private readonly onmoved: () => void;

  constructor(camera: Camera, box: HTMLElement, onlong: (target: Element) => void, onmoved: () => void) {
    this.camera = camera;
    this.box = box;
    this.onlong = onlong;
    this.onmoved = onmoved;
  }

  down = (event: PointerEvent): void => {
    if (this.pointers.size === 0) this.isSpent = false;
    this.start = { x: event.clientX, y: event.clientY };
    this.pointers.set(event.pointerId, this.start);
    clearTimeout(this.timer);
    const { target } = event;
    if (event.pointerType !== "mouse" && this.pointers.size === 1 && target instanceof Element) {
      this.timer = setTimeout(() => {
        this.isSpent = true;
        this.onlong(target);
      }, LONG_PRESS);
    }
  };

  move = (event: PointerEvent): void => {
    const before = this.pointers.get(event.pointerId);
    if (before === undefined) return;
    const now = { x: event.clientX, y: event.clientY };
    if (Math.hypot(now.x - this.start.x, now.y - this.start.y) > SLOP) clearTimeout(this.timer);
    if (this.pointers.size > 1) this.pinch(event.pointerId, before, now);
    else if (this.camera.isNear) this.drag(event.pointerId, before, now);
    else return;
    if (!this.isSpent) return;
    this.pointers.set(event.pointerId, now);
    this.onmoved();
  };

  up = (event: PointerEvent): void => {
    clearTimeout(this.timer);
    this.pointers.delete(event.pointerId);
  };

  /** A wheel over the whole map scrolls the page, if the page can scroll. */
  wheel = (event: WheelEvent): void => {
    const page = document.documentElement;
    const isFree = event.ctrlKey || this.camera.isNear || page.scrollHeight <= page.clientHeight;
    if (!isFree || (!this.camera.isNear && event.deltaY > 0)) return;
    event.preventDefault();
    this.camera.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), this.inBox(event));
    this.onmoved();
  };

  /** A tap on something that cannot be chosen; two of them zoom. */
  tap = (event: MouseEvent): void => {
    if (event.timeStamp - this.lastTap > DOUBLE_TAP) {
      this.lastTap = event.timeStamp;
      return;
    }
    this.lastTap = 0;
    if (this.camera.isNear) this.camera.reset();
    else this.camera.zoom(NEAR, this.inBox(event));
    this.onmoved();
  };

  private pinch(id: number, before: Point, now: Point): void {
    const other = [...this.pointers].find(([each]) => each !== id)?.[1];
    if (other === undefined) return;
    clearTimeout(this.timer);
    this.isSpent = true;
    const [was, is] = [distance(before, other), distance(now, other)];
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    if (was > 0) this.camera.zoom(is / was, this.inBox({ clientX: middle.x, clientY: middle.y }));
    this.camera.move((now.x - before.x) / 2, (now.y - before.y) / 2);
  }

  private drag(id: number, before: Point, now: Point): void {
    if (!this.isSpent && distance(now, this.start) <= SLOP) return;
    if (!this.isSpent) {
      this.isSpent = true;
      this.box.setPointerCapture(id);
    }
    this.camera.move(now.x - before.x, now.y - before.y);
  }

  private inBox({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const { left, top } = this.box.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
