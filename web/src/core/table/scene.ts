/** What the game screen draws: a live table, a moment of a replay and a lesson all look like this. */
import type { Box, Layout, SeatView, TableSettings, TableView, View } from "../../api/kinds";
import type { Step } from "./step";

export interface Scene {
  readonly id: string;
  readonly agreement: TableSettings | null;
  /** The table as it is shown, which may be a little behind what is known. */
  readonly shown: TableView | null;
  /** The step that is being shown; null while nothing moves. */
  readonly step: Step | null;
  readonly box: Box;
  readonly layout: Layout | null;
  /** The address of a picture of the empty map. */
  drawing(theme: string): string;
}

export function viewOf(scene: Scene): View | null {
  return scene.shown?.view ?? null;
}

export function seatsOf(scene: Scene): readonly SeatView[] {
  return scene.shown?.seats ?? [];
}
