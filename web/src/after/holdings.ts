/** Who held which region at the end of every game turn. */
import type { LogLine, RegionView } from "../api/kinds";
import type { Moments } from "./moments";
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
  moments: Moments,
  ends: readonly Moment[],
): Promise<(readonly RegionView[])[]> {
  const updates = await Promise.all(ends.map(({ seq }) => moments.at(seq)));
  return updates.map((update) => update.state?.view?.regions ?? []);
}
