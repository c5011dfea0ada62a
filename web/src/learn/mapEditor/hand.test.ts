import { beforeEach, expect, test } from "vitest";
import { Camera } from "../../board/camera.svelte";
import { at, blank } from "../../testing/paintedMap";
import { EMPTY, regionAt, type Cell } from "./cells";
import { MapEditor } from "./editor.svelte";
import { Hand } from "./hand";

let editor: MapEditor;
let camera: Camera;
let hand: Hand;

/** A pixel for each tenth of a cell is enough for a test: the row is written in y, the place in x. */
const cellUnder = ({ clientX, clientY }: PointerEvent): Cell => at(clientY / 10, clientX / 10);

function finger(pointerId: number, row: number, place: number): PointerEvent {
  const at = { clientX: place * 10, clientY: row * 10, button: 0 };
  return { pointerId, pointerType: "touch", isTrusted: false, type: "pointer", ...at } as never;
}

beforeEach(() => {
  editor = new MapEditor();
  editor.lay(blank);
  editor.brush = 0;
  camera = new Camera(() => [0, 0, 30, 20]);
  camera.width = 300;
  camera.height = 200;
  hand = new Hand(editor, camera, document.createElement("div"), cellUnder);
});

const here = (row: number, place: number): number | undefined => regionAt(editor.map.cells, at(row, place));

test("one finger paints from where it comes down to where it goes up", () => {
  hand.down(finger(1, 4, 4));
  hand.move(finger(1, 4, 8));
  hand.up(finger(1, 4, 8));
  expect([here(4, 4), here(4, 6), here(4, 8)]).toEqual([1, 1, 1]);
  hand.move(finger(1, 9, 9));
  expect(here(9, 9)).toBe(EMPTY);
  expect(editor.canUndo).toBe(true);
});

test("two fingers zoom, and what the first painted is taken back", () => {
  hand.down(finger(1, 4, 4));
  hand.move(finger(1, 4, 6));
  hand.down(finger(2, 10, 10));
  hand.move(finger(2, 18, 20));
  expect(camera.scale).toBeGreaterThan(1.5);
  hand.up(finger(2, 18, 20));
  hand.move(finger(1, 4, 9));
  hand.up(finger(1, 4, 9));
  expect(editor.map).toBe(blank);
});
