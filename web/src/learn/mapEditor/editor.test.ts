import { beforeEach, expect, test, vi } from "vitest";
import { at, blank, painted } from "../../testing/paintedMap";
import { EMPTY, regionAt } from "./cells";
import { MapEditor } from "./editor.svelte";
import { holesIn, type PaintedMap } from "./painted";

const onchange = vi.fn<(map: PaintedMap) => void>();
let editor: MapEditor;
const here = (row: number, place: number): number | undefined => regionAt(editor.map.cells, at(row, place));

beforeEach(() => {
  editor = new MapEditor(onchange);
  editor.lay(blank);
  editor.brush = 0;
  onchange.mockClear();
});

function stroke(...cells: [number, number][]): void {
  cells.forEach(([row, place], number) => editor[number === 0 ? "begin" : "extend"](at(row, place)));
  editor.end();
}

test("a stroke on empty cells is a new region of the terrain that was chosen", () => {
  editor.terrain = "swamp";
  stroke([4, 4], [4, 8]);
  expect([4, 5, 6, 7, 8].map((place) => here(4, place))).toEqual([1, 1, 1, 1, 1]);
  expect(editor.chosenRegion?.terrain).toBe("swamp");
  expect(onchange).toHaveBeenCalledTimes(1);
});

test("a stroke that begins in a region enlarges it, unless a new one is wanted", () => {
  stroke([4, 4], [4, 6]);
  stroke([4, 6], [4, 9]);
  expect(editor.map.regions).toHaveLength(1);
  editor.tool = "new";
  stroke([4, 8], [4, 9]);
  expect([7, 8, 9].map((place) => here(4, place))).toEqual([1, 2, 2]);
});

test("a region that is painted over is gone, and the one that is chosen stays chosen", () => {
  stroke([4, 4]);
  editor.tool = "new";
  stroke([6, 6], [6, 8]);
  editor.tool = "draw";
  stroke([6, 6], [4, 4]);
  expect(editor.map.regions).toHaveLength(1);
  expect(editor.chosen).toBe(1);
  expect(here(4, 4)).toBe(1);
});

test("what was erased, changed or mirrored can be taken back and done again", () => {
  stroke([4, 4], [4, 6]);
  editor.changeRegion({ lost_tribe: true });
  editor.tool = "erase";
  stroke([4, 5]);
  expect(here(4, 5)).toBe(EMPTY);
  editor.undo();
  expect(here(4, 5)).toBe(1);
  editor.undo();
  expect(editor.map.regions[0]?.lost_tribe).toBe(false);
  editor.undo();
  expect(editor.map).toBe(blank);
  expect(editor.canUndo).toBe(false);
  editor.redo();
  editor.redo();
  expect(editor.map.regions[0]?.lost_tribe).toBe(true);
  editor.tool = "draw";
  stroke([9, 9]);
  expect(editor.canRedo).toBe(false);
});

test("a second finger takes the stroke back", () => {
  stroke([4, 4]);
  onchange.mockClear();
  editor.tool = "new";
  editor.begin(at(8, 8));
  editor.extend(at(8, 12));
  editor.cancel();
  editor.end();
  expect(here(8, 8)).toBe(EMPTY);
  expect([editor.map.regions.length, editor.chosen]).toEqual([1, 1]);
  expect(onchange).not.toHaveBeenCalled();
});

test("a stroke that changes nothing is no step to take back", () => {
  stroke([4, 4]);
  stroke([4, 4]);
  editor.undo();
  expect(editor.canUndo).toBe(false);
});

test("choosing paints nothing", () => {
  editor.lay(painted(["hill", at(2, 2)]));
  editor.tool = "choose";
  stroke([2, 2], [2, 9]);
  expect(editor.chosen).toBe(1);
  expect(here(2, 9)).toBe(EMPTY);
  stroke([9, 9]);
  expect(editor.chosen).toBeNull();
});

test("a region that is erased leaves empty cells", () => {
  editor.lay(painted(["hill", at(2, 2)], ["sea", at(4, 4)]));
  editor.chosen = 1;
  editor.eraseRegion();
  expect(editor.map.regions.map(({ terrain }) => terrain)).toEqual(["sea"]);
  expect([here(2, 2), here(4, 4), editor.chosen]).toEqual([EMPTY, 1, null]);
});

test("with the keyboard one paints at the cursor, and goes on painting step by step", () => {
  editor.cursor = at(4, 4);
  editor.press();
  editor.step("ArrowRight", true);
  editor.step("ArrowDown", true);
  expect(editor.cursor).toEqual(at(5, 5));
  expect([here(4, 4), here(4, 5), here(5, 5)]).toEqual([1, 1, 1]);
  editor.step("ArrowLeft");
  editor.press("new");
  expect(here(5, 4)).toBe(2);
  editor.press("erase");
  expect(here(5, 4)).toBe(EMPTY);
});

test("the cursor stays on the grid", () => {
  editor.cursor = at(0, 29);
  editor.step("ArrowUp");
  editor.step("ArrowRight");
  expect(editor.cursor).toEqual(at(0, 29));
  editor.step("ArrowDown");
  expect(editor.cursor).toEqual(at(1, 28));
});

test("one is led to a hole, which is marked until something is done", () => {
  const map = painted(["hill", at(4, 4)]);
  editor.lay({
    ...map,
    cells: map.cells.map((row, at) => row.map((_, place) => Number(at !== 7 || place !== 3))),
  });
  const [hole] = holesIn(editor.map.cells);
  editor.visit(hole ?? []);
  expect(editor.cursor).toEqual(at(7, 3));
  expect(editor.shown).toEqual([at(7, 3)]);
  editor.press();
  expect(editor.shown).toEqual([]);
});

test("one is led to a region, which is chosen", () => {
  editor.lay(painted(["hill", at(4, 4)], ["sea", at(8, 8), at(8, 9), at(8, 10)]));
  editor.visitRegion(2);
  expect(editor.chosen).toBe(2);
  expect(editor.cursor).toEqual(at(8, 9));
  expect(editor.tool).toBe("choose");
});
