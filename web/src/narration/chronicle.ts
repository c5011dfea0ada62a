/** The log as people read it: turn by turn, small steps told in one line, each with the regions it speaks of. */
import type { Room } from "./description";
import { deedsFirst, isTogether, runText } from "./events";
import { keptLines, turnsOf } from "./turns";
import type { Event, EventCode, LogLine } from "../api/kinds";

export interface Line {
  /** The number of the log, by which one jumps to that moment. */
  seq: number;
  text: string;
  regions: number[];
}

export interface Chapter {
  gameTurn: number;
  /** Whose turn it was; null for what came before the first one. */
  seat: number | null;
  first: number;
  lines: Line[];
}

interface Told {
  seq: number;
  events: Event[];
}

/** What says nothing that other lines do not say. */
const SILENT = new Set<EventCode>(["turn_began", "game_turn_began", "gathered", "marker_taken_up"]);

export function chaptersOf(log: readonly LogLine[], room: Room): Chapter[] {
  const turns = turnsOf(log).map(({ gameTurn, seat, first, lines }) => ({
    gameTurn,
    seat,
    first,
    lines: linesOf(lines, room),
  }));
  const prologue = linesOf(linesBefore(log), room);
  return prologue.length === 0 ? turns : [{ gameTurn: 0, seat: null, first: 0, lines: prologue }, ...turns];
}

/** What no turn tells: who is first; or, in a game from a position, the rest of the turn it began in. */
function linesBefore(log: readonly LogLine[]): LogLine[] {
  const kept = keptLines(log);
  const first = kept.findIndex((line) => line.events.some((event) => event.code === "turn_began"));
  if (first < 0) return kept;
  return kept.slice(0, first + 1).map((line) => {
    const begins = line.events.findIndex((event) => event.code === "turn_began");
    return begins < 0 ? line : { ...line, events: line.events.slice(0, begins) };
  });
}

function linesOf(lines: readonly LogLine[], room: Room): Line[] {
  const steps: Told[] = [];
  for (const { seq, events } of lines) {
    for (const event of deedsFirst(events)) {
      const last = steps.at(-1);
      if (SILENT.has(event.code)) continue;
      if (last !== undefined && isTogether(last.events, event)) {
        last.events.push(event);
        last.seq = seq;
      } else {
        steps.push({ seq, events: [event] });
      }
    }
  }
  return steps.map((step) => ({
    seq: step.seq,
    text: runText(room, step.events),
    regions: regionsOf(step.events),
  }));
}

function regionsOf(events: readonly Event[]): number[] {
  const regions = events.flatMap((event) =>
    "region" in event && event.region != null ? [event.region] : [],
  );
  return [...new Set(regions)];
}
