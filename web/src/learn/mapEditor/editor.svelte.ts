/** The map that is being painted: tools, strokes, the cursor of the keyboard, and the way back and forth. */
import type { Arrow } from "../../board/neighbour";
import { cellsBetween, cellsOf, EMPTY, regionAt, within, type Cell } from "./cells";
import {
  compacted,
  region,
  withCells,
  withChange,
  withRegion,
  type PaintedMap,
  type Region,
} from "./painted";
import { centreOf } from "./shapes";

/**
 * What a stroke does: enlarge the region in which it begins (on an empty cell a new one begins), begin a new region wherever
 * it starts, erase, or only choose a region.
 */
export const TOOLS = ["draw", "new", "erase", "choose"] as const;
export type Tool = (typeof TOOLS)[number];

/** How far a brush reaches around its cell, in steps. */
export const BRUSHES = [0, 1, 2] as const;

const MAX_STEPS_BACK = 200;
const STEPS: Readonly<Record<Arrow, { rows: number; places: number }>> = {
  ArrowUp: { rows: -1, places: 0 },
  ArrowDown: { rows: 1, places: 0 },
  ArrowLeft: { rows: 0, places: -1 },
  ArrowRight: { rows: 0, places: 1 },
};

interface Stroke {
  before: PaintedMap;
  chosenBefore: number | null;
  number: number;
  last: Cell;
}

export class MapEditor {
  map: PaintedMap = $state.raw({ id: "", players: 2, game_turns: 10, cells: [], regions: [] });
  tool: Tool = $state("draw");
  brush: number = $state(1);
  /** The terrain of new regions. */
  terrain = $state("farmland");
  /** The number of the region whose form is open. */
  chosen: number | null = $state(null);
  /** Where the keyboard paints. */
  cursor: Cell = $state.raw({ row: 0, place: 0 });
  /** The cells that one was led to, until something is done. */
  shown: readonly Cell[] = $state.raw([]);
  private past: readonly PaintedMap[] = $state.raw([]);
  private future: readonly PaintedMap[] = $state.raw([]);
  private stroke: Stroke | null = null;
  private readonly onchange: (map: PaintedMap) => void;

  /** `onchange` is told of every map that is finished, but not of each cell of a stroke. */
  constructor(onchange: (map: PaintedMap) => void = () => undefined) {
    this.onchange = onchange;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  get chosenRegion(): Region | null {
    return this.map.regions[(this.chosen ?? 0) - 1] ?? null;
  }

  /** Put another map here; there is no way back from it to the one before. */
  lay(map: PaintedMap): void {
    this.past = this.future = [];
    this.stroke = null;
    this.chosen = null;
    this.shown = [];
    this.cursor = {
      row: Math.floor(map.cells.length / 2),
      place: Math.floor((map.cells[0]?.length ?? 0) / 2),
    };
    this.map = map;
    this.onchange(map);
  }

  /** Lead to a region, which is chosen. */
  visitRegion(number: number): void {
    this.tool = "choose";
    this.visit(cellsOf(this.map.cells, number));
    this.chosen = number;
  }

  /** Lead to some cells: they are marked, and the cursor stands in their middle. */
  visit(cells: readonly Cell[]): void {
    if (cells.length === 0) return;
    this.chosen = null;
    this.cursor = centreOf(cells);
    this.shown = cells;
  }

  /** Do something to the whole map that can be taken back. */
  change(next: PaintedMap): void {
    const before = this.map;
    if (next === before) return;
    this.remember(before);
    this.show(next);
  }

  changeRegion(change: Partial<Region>): void {
    if (this.chosen !== null) this.change(withChange(this.map, this.chosen, change));
  }

  eraseRegion(): void {
    const { chosen, map } = this;
    if (chosen === null) return;
    const cells = map.cells.map((row) => row.map((number) => (number === chosen ? EMPTY : number)));
    this.chosen = null;
    this.change(compacted({ ...map, cells }));
  }

  undo(): void {
    const before = this.past.at(-1);
    if (before === undefined) return;
    this.past = this.past.slice(0, -1);
    this.future = [...this.future, this.map];
    this.show(before);
  }

  redo(): void {
    const next = this.future.at(-1);
    if (next === undefined) return;
    this.future = this.future.slice(0, -1);
    this.past = [...this.past, this.map];
    this.show(next);
  }

  /** A stroke begins at a cell; with the tool that chooses, its region is chosen. */
  begin(cell: Cell, tool: Tool = this.tool): void {
    const here = regionAt(this.map.cells, cell) ?? EMPTY;
    this.shown = [];
    if (tool === "choose") {
      this.chosen = here === EMPTY ? null : here;
      return;
    }
    const before = this.map;
    let number = tool === "erase" ? EMPTY : here;
    if (tool === "new" || (tool === "draw" && here === EMPTY)) {
      this.map = withRegion(this.map, region(this.terrain));
      number = this.map.regions.length;
    }
    this.stroke = { before, chosenBefore: this.chosen, number, last: cell };
    if (number !== EMPTY) this.chosen = number;
    this.paint([cell]);
  }

  /** The stroke goes on to a cell. */
  extend(cell: Cell): void {
    const { stroke } = this;
    if (stroke === null) return;
    this.paint(cellsBetween(this.map.cells, stroke.last, cell));
    stroke.last = cell;
  }

  end(): void {
    const { stroke, map } = this;
    if (stroke === null) return;
    this.stroke = null;
    if (map === stroke.before) return;
    const shown = this.chosenRegion;
    this.remember(stroke.before);
    const next = compacted(map);
    this.map = next;
    // Regions keep what they are, but may have got another number.
    this.chosen = shown === null ? null : next.regions.indexOf(shown) + 1 || null;
    this.onchange(next);
  }

  /** It was no stroke: a second finger came. */
  cancel(): void {
    if (this.stroke === null) return;
    this.map = this.stroke.before;
    this.chosen = this.stroke.chosenBefore;
    this.stroke = null;
  }

  /** Move the cursor of the keyboard; painting, it takes the region of the cell that it leaves along. */
  step(arrow: Arrow, isPainting = false): void {
    const from = this.cursor;
    const { rows, places } = STEPS[arrow];
    const row = Math.max(0, Math.min(this.map.cells.length - 1, from.row + rows));
    const count = this.map.cells[row]?.length ?? 1;
    this.cursor = { row, place: Math.max(0, Math.min(count - 1, from.place + places)) };
    if (!isPainting) return;
    this.begin(from, this.tool === "erase" ? "erase" : "draw");
    this.extend(this.cursor);
    this.end();
  }

  /** A stroke of one cell at the cursor. */
  press(tool: Tool = this.tool): void {
    this.begin(this.cursor, tool);
    this.end();
  }

  private paint(line: readonly Cell[]): void {
    const { stroke } = this;
    if (stroke === null) return;
    const reached = line.flatMap((cell) => within(this.map.cells, cell, this.brush));
    this.map = withCells(this.map, reached, stroke.number);
  }

  private remember(before: PaintedMap): void {
    this.past = [...this.past, before].slice(-MAX_STEPS_BACK);
    this.future = [];
  }

  private show(map: PaintedMap): void {
    this.map = map;
    this.shown = [];
    if ((this.chosen ?? 0) > map.regions.length) this.chosen = null;
    this.onchange(map);
  }
}
