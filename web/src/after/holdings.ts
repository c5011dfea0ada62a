/** Who held which region at the end of every game turn. */
import type { LogLine, RegionView } from "../api/kinds";
import type { TableSource } from "../core/table/source";
import { turnsOf } from "../narration/turns";

export interface Moment {
  gameTurn: number;
  seq: number;
}

/** The numbers of the log at which the game turns ended. */
export function endsOf(log: readonly LogLine[]): Moment[] {
  const ends = new Map<number, number>();
  for (const turn of turnsOf(log)) ends.set(turn.gameTurn, turn.last);
  return [...ends].map(([gameTurn, seq]) => ({ gameTurn, seq }));
}

/** The regions as they were at each of these moments. */
export async function holdingsAt(
  source: Pick<TableSource, "at">,
  ends: readonly Moment[],
): Promise<(readonly RegionView[])[]> {
  const states = await Promise.all(ends.map(({ seq }) => source.at(seq)));
  return states.map((state) => state.view?.regions ?? []);
}
