/** The log as people read it: turn by turn, small steps told in one line, each with the regions it speaks of. */
import type { Room } from "../access/speech";
import { listed } from "../access/speech";
import { keptLines, turnsOf } from "../after/story";
import type { Event, LogLine } from "../api/kinds";
import { comboName, eventText, markerName, raceName } from "../words/names";
import { m } from "../words/words";

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
const SILENT = new Set(["turn_began", "game_turn_began", "gathered", "marker_taken_up"]);
/** What is told together when it happens in a row. */
const TOGETHER: Record<string, string> = { deployed: "race", combo_shown: "", marker_placed: "marker" };

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
    for (const event of events) {
      const last = steps.at(-1);
      if (SILENT.has(event.code)) continue;
      if (last !== undefined && belongs(last, event)) {
        last.events.push(event);
        last.seq = seq;
      } else {
        steps.push({ seq, events: [event] });
      }
    }
  }
  return steps.map((step) => ({
    seq: step.seq,
    text: textOf(step.events, room),
    regions: regionsOf(step.events),
  }));
}

function belongs({ events }: Told, event: Event): boolean {
  const [first] = events;
  const key = TOGETHER[event.code];
  if (first?.code !== event.code || key === undefined) return false;
  return first.params?.[key] === event.params?.[key];
}

function textOf(events: readonly Event[], room: Room): string {
  const [first] = events;
  if (first === undefined) return "";
  const labels = room.view.regions.map((region) => region.label);
  if (first.code === "deployed") return deployedText(events, labels, room);
  if (first.code === "combo_shown") {
    const combos = events.map(({ params }) =>
      comboName(wordOf(params, "power"), wordOf(params, "race"), room.box),
    );
    return m.web_log_column({ combos: listed(combos) });
  }
  if (first.code === "marker_placed" && events.length > 1) {
    const marker = markerName(wordOf(first.params, "marker"));
    return m.web_log_markers({
      marker,
      regions: listed(regionsOf(events).map((region) => labels[region - 1] ?? "")),
    });
  }
  return eventText(first, room.names, labels, room.box);
}

function deployedText(events: readonly Event[], labels: readonly string[], room: Room): string {
  const counts = new Map<number, number>();
  for (const { params } of events) {
    const region = Number(params?.["region"]);
    counts.set(region, (counts.get(region) ?? 0) + Number(params?.["tokens"]));
  }
  const places = [...counts].map(([region, tokens]) =>
    m.web_log_place({ region: labels[region - 1] ?? "", tokens }),
  );
  return m.web_log_deployed({
    race: raceName(wordOf(events[0]?.params, "race"), room.box),
    places: listed(places),
  });
}

function regionsOf(events: readonly Event[]): number[] {
  const regions = events
    .map(({ params }) => params?.["region"])
    .filter((region) => typeof region === "number");
  return [...new Set(regions)];
}

function wordOf(params: Event["params"], key: string): string {
  const word = params?.[key];
  return typeof word === "string" ? word : "";
}
