/**
 * Events in words, for all who tell them: log, captions, announcements, replays, the text view. Each event has one sentence;
 * several that belong together have one in common.
 */
import type { Event, EventCode, EventOf, ScorePart } from "../api/kinds";
import { markerWords } from "../words/markers";
import { byWords, comboName, comboWords, raceWords, type RaceWords } from "../words/names";
import { payersText } from "../words/sources";
import { m, told } from "../words/words";
import type { Context } from "./context";
import { listed } from "../words/phrases";
import { regionIn } from "./description";

/** What changes the game: a caption or a summary of a turn tells this and leaves the rest to the log. */
const NOTABLE = new Set<EventCode>([
  "picked",
  "conquered",
  "struck",
  "attempt_failed",
  "allied",
  "declined",
  "scored",
]);

/** Follows from what else is told, or from the question that comes next. */
const QUIET = new Set<EventCode>([
  "turn_began",
  "readied",
  "gathered",
  "tribe_removed",
  "marker_taken_up",
  "banner_returned",
]);

/** What goes to several places at once. */
const TOGETHER: readonly EventCode[] = ["deployed", "combo_shown", "marker_placed"];

/** The sentence of one event. */
export function eventText(context: Context, event: Event): string {
  const params = namedIn(context, event);
  const text = scored(context, event) ?? told(`event_${event.code}`, params) ?? event.code;
  const isPaid = event.code === "picked" && event.gained > 0;
  return isPaid ? `${text} ${told("event_picked_coins", params) ?? ""}` : text;
}

/** The parameters of an event, with everything that it names in words. */
function namedIn(context: Context, event: Event): Record<string, unknown> {
  const { box, names } = context;
  const params: Record<string, unknown> = { ...event };
  if ("seat" in event) params["player"] = names[event.seat];
  if ("ally" in event) params["ally"] = names[event.ally];
  if ("to" in event) params["receiver"] = names[event.to];
  if ("race" in event) Object.assign(params, raceIn(event, box));
  if ("power" in event) Object.assign(params, comboWords(event.power, event.race, box));
  if ("by" in event) Object.assign(params, byWords(event.by, box));
  if ("marker" in event) Object.assign(params, markerWords(event.marker));
  if ("region" in event && event.region != null) params["region"] = regionIn(context, event.region);
  return params;
}

/** The race of an event, counted if the event tells how many tokens. */
function raceIn(event: Extract<Event, { race: string }>, box: Context["box"]): RaceWords {
  return "tokens" in event ? raceWords(event.race, box, event.tokens) : raceWords(event.race, box);
}

/** The coins of a turn with who pays them; null if that goes without saying, as it is the regions alone. */
function scored({ box, names }: Context, event: Event): string | null {
  if (event.code !== "scored" || event.parts.every(isPlain)) return null;
  const { seat, coins, parts } = event;
  return m.web_story_scored({ player: names[seat] ?? "", coins, sources: payersText(parts, box) });
}

function isPlain({ source, in_decline }: ScorePart): boolean {
  return source === "regions" && in_decline !== true;
}

/** Everything that happened, line by line; what goes to several places at once is one line. */
export function eventLines(context: Context, events: readonly Event[]): string[] {
  return runs(deedsFirst(events), TOGETHER).map((run) => runText(context, run));
}

/** The deed before its consequences: a conquest comes before those whom it drove out. */
export function deedsFirst(events: readonly Event[]): Event[] {
  const told: Event[] = [];
  for (const event of events) {
    told.splice(event.code === "conquered" ? defeatsBefore(told, event) : told.length, 0, event);
  }
  return told;
}

/** A race in decline that loses its last region. */
const ENDS: readonly EventCode[] = ["vanished", "banner_returned"];

/** Where those begin whom a conquest drove out; the end of a race belongs to the defeat before it. */
function defeatsBefore(told: readonly Event[], conquest: EventOf<"conquered">): number {
  const isDefeat = (event: Event): boolean =>
    (event.code === "driven_out" || event.code === "tribe_removed" || event.code === "marker_taken_up") &&
    event.region === conquest.region;
  const before = told.findLastIndex((each) => !isDefeat(each) && !ENDS.includes(each.code));
  const first = told.findIndex((each, at) => at > before && isDefeat(each));
  return first < 0 ? told.length : first;
}

/** Events of one kind in one sentence. */
export function runText(context: Context, run: readonly Event[]): string {
  return deployment(context, run) ?? column(context, run) ?? markers(context, run) ?? single(context, run);
}

/** Whether an event is told in one sentence with those before it. */
export function isTogether(run: readonly Event[], event: Event): boolean {
  return TOGETHER.includes(event.code) && areAlike(run[0], event);
}

export function notable(events: readonly Event[]): Event[] {
  return events.filter(({ code }) => NOTABLE.has(code));
}

/**
 * The same in short, for those who cannot skim, as they listen, or want to know of whole turns at once. Conquests that
 * follow each other are one sentence, and a redeployment names no regions: the list of all would be all that one hears.
 */
export function summary(context: Context, events: readonly Event[]): string[] {
  const worth = deedsFirst(events).filter((event) => !QUIET.has(event.code));
  return runs(worth, [...TOGETHER, "conquered"]).map(
    (run) =>
      conquest(context, run) ??
      redeployed(context, run) ??
      column(context, run) ??
      markers(context, run) ??
      single(context, run),
  );
}

/** Events of one kind that follow each other. */
function runs(events: readonly Event[], kinds: readonly EventCode[]): Event[][] {
  const found: Event[][] = [];
  for (const event of events) {
    const last = found.at(-1);
    if (last !== undefined && kinds.includes(event.code) && areAlike(last[0], event)) last.push(event);
    else found.push([event]);
  }
  return found;
}

function areAlike(one: Event | undefined, other: Event): boolean {
  return one?.code === other.code && pieceOf(one) === pieceOf(other);
}

/** The race or marker that one sentence speaks of; null if events of this kind need not have one in common. */
function pieceOf(event: Event): string | null {
  switch (event.code) {
    case "deployed":
    case "conquered":
      return event.race;
    case "marker_placed":
      return event.marker;
    default:
      return null;
  }
}

/** What somebody lost to another player: told to them as their own loss, which counts more than who took what. */
export function lossText(context: Context, by: number, regions: readonly number[]): string {
  return m.web_story_lost({
    player: context.names[by] ?? "",
    regions: listed(regions.map((region) => regionIn(context, region))),
  });
}

function single(context: Context, run: readonly Event[]): string {
  return run.map((event) => eventText(context, event)).join(" ");
}

function deployment(context: Context, run: readonly Event[]): string | null {
  const deployed = run.filter((event) => event.code === "deployed");
  const [first] = deployed;
  if (first === undefined) return null;
  const counts = new Map<number, number>();
  for (const { region, tokens } of deployed) counts.set(region, (counts.get(region) ?? 0) + tokens);
  const places = [...counts].map(([region, tokens]) =>
    m.web_story_place({ tokens, region: regionIn(context, region) }),
  );
  return m.web_story_placed({ ...raceWords(first.race, context.box), places: listed(places) });
}

function redeployed(context: Context, run: readonly Event[]): string | null {
  const [first] = run;
  if (first?.code !== "deployed") return null;
  const holder = context.view.players.find((each) =>
    [each.active, ...each.declined].some((held) => held?.race === first.race),
  );
  return holder === undefined
    ? deployment(context, run)
    : m.web_story_deploys({ player: context.names[holder.seat] ?? "" });
}

function conquest(context: Context, run: readonly Event[]): string | null {
  const conquered = run.filter((event) => event.code === "conquered");
  const [first] = conquered;
  if (first === undefined || conquered.length < 2) return null;
  return m.web_story_conquers({
    player: context.names[first.seat] ?? "",
    regions: listed(conquered.map(({ region }) => regionIn(context, region))),
    ...raceWords(first.race, context.box),
  });
}

function column(context: Context, run: readonly Event[]): string | null {
  const shown = run.filter((event) => event.code === "combo_shown");
  if (shown.length === 0) return null;
  const combos = shown.map(({ power, race }) => comboName(power, race, context.box));
  return m.web_story_column({ combos: listed(combos) });
}

function markers(context: Context, run: readonly Event[]): string | null {
  const placed = run.filter((event) => event.code === "marker_placed");
  const [first] = placed;
  if (first === undefined) return null;
  const { marker } = first;
  const places = [...new Set(placed.map(({ region }) => region))];
  const params = { count: places.length, regions: listed(places.map((region) => regionIn(context, region))) };
  return (
    told(`web_story_placed_${marker}`, params) ??
    m.web_story_placed_other({ ...params, ...markerWords(marker) })
  );
}
