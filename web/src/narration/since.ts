/** What others did since somebody's own last turn, in a few lines. */
import type { LogLine } from "../api/kinds";
import type { Context } from "./context";
import { lossText, notable, summary } from "./events";
import { eventsOf, turnsOf, type PlayedTurn } from "./turns";

export interface Summary {
  seat: number;
  /** The number of the log at which that turn began. */
  first: number;
  lines: string[];
  /** The regions that changed hands. */
  regions: number[];
}

/** The turns of others after the last finished turn of one's own. */
export function sinceMine(log: readonly LogLine[], seat: number, context: Context): Summary[] {
  const turns = turnsOf(log);
  const current = turns.at(-1);
  if (current?.seat === seat) turns.pop();
  const last = turns.findLastIndex((turn) => turn.seat === seat);
  if (last < 0 && turns.length === 0) return [];
  return turns.slice(last + 1).map((turn) => summaryOf(turn, seat, context));
}

function summaryOf(turn: PlayedTurn, mine: number, context: Context): Summary {
  const events = eventsOf(turn);
  const taken = events.flatMap((event) => (event.code === "conquered" ? [event.region] : []));
  const lost = events.flatMap((event) =>
    event.code === "driven_out" && event.seat === mine ? [event.region] : [],
  );
  const lines = summary(context, notable(events));
  if (lost.length > 0) lines.unshift(lossText(context, turn.seat, lost));
  return { seat: turn.seat, first: turn.first, lines, regions: taken };
}
