/** The log told turn by turn. */
import type { Event, LogLine } from "../api/kinds";

/** One player's turn. */
export interface PlayedTurn {
  gameTurn: number;
  seat: number;
  /** The number of the log at which it began, and the last one that belongs to it. */
  first: number;
  last: number;
  lines: LogLine[];
}

/** The turns of a game, in order; what came before the first one is in none. */
export function turnsOf(log: readonly LogLine[]): PlayedTurn[] {
  const turns: PlayedTurn[] = [];
  for (const line of log) {
    // A turn begins in the line that ended the turn before: what happened until then belongs to that one.
    const begins = line.events.findIndex((event) => event.code === "turn_began");
    const before = begins < 0 ? line.events : line.events.slice(0, begins);
    const current = turns.at(-1);
    if (current !== undefined) {
      current.lines.push({ ...line, events: before });
      current.last = line.seq;
    }
    const beginning = line.events[begins];
    if (beginning?.code === "turn_began") {
      turns.push({
        gameTurn: beginning.game_turn,
        seat: beginning.seat,
        first: line.seq,
        last: line.seq,
        lines: [{ ...line, events: line.events.slice(begins) }],
      });
    }
  }
  return turns;
}

/** Whether it is a player's turn in which nobody has done anything yet. */
export function isTurnStart(log: readonly LogLine[], seat: number): boolean {
  const turn = turnsOf(log).at(-1);
  return turn?.seat === seat && !turn.lines.slice(1).some(({ what }) => what === "acted");
}

export function eventsOf(turn: PlayedTurn): Event[] {
  return turn.lines.flatMap((line) => line.events);
}
