/** What the game screen draws: a live table, a moment of a replay and a lesson all look like this. */
import type { TableSettings, Box, Event, Layout, SeatView, TableView, Update, View } from "../../api/kinds";

/** One step of the story while it is being shown: what happened, and the table before it. */
export interface Beat {
  seq: number;
  what: string;
  seat: number | null;
  events: readonly Event[];
  before: View | null;
  after: View | null;
  /** How long it is shown, in milliseconds; 0 means at once. */
  duration: number;
}

export interface Scene {
  readonly id: string;
  readonly agreement: TableSettings | null;
  /** The table as it is shown, which may be a little behind what is known. */
  readonly shown: TableView | null;
  readonly beat: Beat | null;
  readonly box: Box;
  readonly layout: Layout | null;
}

export function viewOf(scene: Scene): View | null {
  return scene.shown?.view ?? null;
}

export function seatsOf(scene: Scene): readonly SeatView[] {
  return scene.shown?.seats ?? [];
}

/** A roll of the die first, on the table as it was; then what came of it. */
export function stagesOf(update: Update): Update[] {
  const { events } = update;
  const after = events.findLastIndex((event) => event.code === "rolled") + 1;
  if (after === 0) return [update];
  return [
    { ...update, events: events.slice(0, after), state: null },
    { ...update, events: events.slice(after) },
  ];
}

export function beatOf(update: Update, before: View | null, duration: number): Beat {
  const { seq, what, seat, events } = update;
  return { seq, what, seat, events, before, after: update.state?.view ?? before, duration };
}
