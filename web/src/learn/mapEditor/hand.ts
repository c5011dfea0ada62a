/** What mouse and fingers do on the map: one paints, two look nearer or at another part. */
import type { Camera } from "../../board/camera.svelte";
import { Gestures } from "../../board/gestures";
import type { Cell } from "./cells";
import type { MapEditor } from "./editor.svelte";

export class Hand {
  private readonly gestures: Gestures;
  /** The fingers that are down, each where it is now. */
  private readonly fingers = new Map<number, PointerEvent>();
  private readonly editor: MapEditor;
  private readonly box: HTMLElement;
  private readonly cellUnder: (event: PointerEvent) => Cell | null;

  constructor(
    editor: MapEditor,
    camera: Camera,
    box: HTMLElement,
    cellUnder: (event: PointerEvent) => Cell | null,
  ) {
    const nothing = (): void => undefined;
    this.gestures = new Gestures(camera, box, nothing, nothing);
    this.editor = editor;
    this.box = box;
    this.cellUnder = cellUnder;
  }

  down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const isSecond = this.fingers.size > 0;
    if (isSecond) {
      this.editor.cancel();
      // They are pinched from where they are now, not from where they began to paint.
      for (const finger of this.fingers.values()) this.gestures.down(finger);
    }
    this.fingers.set(event.pointerId, event);
    this.gestures.down(event);
    if (event.isTrusted) this.box.setPointerCapture(event.pointerId);
    const cell = this.cellUnder(event);
    if (isSecond || cell === null) return;
    this.editor.cursor = cell;
    this.editor.begin(cell);
  };

  move = (event: PointerEvent): void => {
    if (!this.fingers.has(event.pointerId)) return;
    this.fingers.set(event.pointerId, event);
    if (this.fingers.size > 1 || this.editor.tool === "choose") {
      this.gestures.move(event);
      return;
    }
    const cell = this.cellUnder(event);
    if (cell === null) return;
    this.editor.cursor = cell;
    this.editor.extend(cell);
  };

  up = (event: PointerEvent): void => {
    if (!this.fingers.delete(event.pointerId)) return;
    this.gestures.up(event);
    if (event.type === "pointercancel") this.editor.cancel();
    else this.editor.end();
  };

  wheel = (event: WheelEvent): void => this.gestures.wheel(event);
}
