/** What others did since somebody's own last turn, in a few lines. */
import type { Context } from "./context";
import { listed } from "../words/formats";
import { eventsOf, turnsOf, type PlayedTurn } from "./turns";
import type { LogLine } from "../api/kinds";
import { comboName, raceName } from "../words/names";
import { m } from "../words/words";

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
  const player = context.names[turn.seat] ?? "";
  const lines: string[] = [];
  const taken: number[] = [];
  const lost: number[] = [];
  let coins = 0;
  for (const event of eventsOf(turn)) {
    switch (event.code) {
      case "picked":
        lines.push(m.web_since_picked({ player, combo: comboName(event.power, event.race, context.box) }));
        break;
      case "declined":
        lines.push(m.web_since_declined({ player, race: raceName(event.race, context.box) }));
        break;
      case "allied":
        lines.push(m.web_since_allied({ player, ally: context.names[event.ally] ?? "" }));
        break;
      case "conquered":
        taken.push(event.region);
        break;
      case "driven_out":
        if (event.seat === mine) lost.push(event.region);
        break;
      case "scored":
        coins += event.coins;
        break;
    }
  }
  if (taken.length > 0)
    lines.push(m.web_since_conquered({ player, count: taken.length, regions: named(taken, context) }));
  if (lost.length > 0)
    lines.push(m.web_since_lost({ player, count: lost.length, regions: named(lost, context) }));
  lines.push(m.web_since_scored({ player, coins }));
  return { seat: turn.seat, first: turn.first, lines, regions: taken };
}

function named(regions: readonly number[], { view }: Context): string {
  return listed(regions.map((region) => view.regions[region - 1]?.label ?? String(region)));
}
