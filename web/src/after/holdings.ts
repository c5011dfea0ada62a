/** Who held which region at the end of every game turn. */
import type { GameReplay, LogLine, RegionView } from "../api/kinds";
import { entriesOf } from "../core/table/entries";
import { turnsOf } from "../narration/turns";

export interface GameTurnEnd {
  gameTurn: number;
  /** The number of the log at which it ended. */
  seq: number;
}

export function endsOf(log: readonly LogLine[]): GameTurnEnd[] {
  const ends = new Map<number, number>();
  for (const turn of turnsOf(log)) ends.set(turn.gameTurn, turn.last);
  return [...ends].map(([gameTurn, seq]) => ({ gameTurn, seq }));
}

/** The regions as they were at each of these ends; none for what a game that was recovered cannot tell any more. */
export function holdingsAt(game: GameReplay, ends: readonly GameTurnEnd[]): (readonly RegionView[])[] {
  const regions = new Map(entriesOf(game).map(({ entry, after }) => [entry.seq, after.view?.regions]));
  return ends.map(({ seq }) => regions.get(seq) ?? []);
}
