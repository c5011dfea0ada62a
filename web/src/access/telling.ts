/** Events as few sentences: what belongs together is told together, and what nobody would miss is left out. */
import type { Event } from "../api/kinds";
import { comboName, eventText, markerName, raceName } from "../words/names";
import { m, told } from "../words/words";
import { labelOf, listed, type Room } from "./speech";

/** Follows from what else is told, or from the question that comes next. */
const QUIET = new Set([
  "turn_began",
  "readied",
  "gathered",
  "tribe_removed",
  "marker_taken_up",
  "banner_returned",
]);

/** What goes to several places at once. */
const TOGETHER = ["deployed", "combo_shown", "marker_placed"];

/** Everything that happened, line by line; what goes to several places at once is one line. */
export function eventLines(room: Room, events: readonly Event[]): string[] {
  return runs(deedsFirst(events), TOGETHER).map((run) => runText(room, run));
}

/** The deed before its consequences: a conquest comes before those whom it drove out. */
export function deedsFirst(events: readonly Event[]): Event[] {
  const told: Event[] = [];
  for (const event of events) {
    told.splice(event.code === "conquered" ? defeatsBefore(told, event) : told.length, 0, event);
  }
  return told;
}

const DEFEATS = ["driven_out", "tribe_removed", "marker_taken_up"];
/** A race in decline that loses its last region. */
const ENDS = ["vanished", "banner_returned"];

/** Where those begin whom a conquest drove out; the end of a race belongs to the defeat before it. */
function defeatsBefore(told: readonly Event[], conquest: Event): number {
  const isDefeat = ({ code, params }: Event): boolean =>
    DEFEATS.includes(code) && params?.["region"] === conquest.params?.["region"];
  const before = told.findLastIndex((each) => !isDefeat(each) && !ENDS.includes(each.code));
  const first = told.findIndex((each, at) => at > before && isDefeat(each));
  return first < 0 ? told.length : first;
}

/** Events of one kind in one sentence. */
export function runText(room: Room, run: readonly Event[]): string {
  return deployment(room, run) ?? column(room, run) ?? markers(room, run) ?? single(room, run);
}

/** Whether an event is told in one sentence with those before it. */
export function isTogether(run: readonly Event[], event: Event): boolean {
  return TOGETHER.includes(event.code) && areAlike(run[0], event);
}

/** The same for one who listens: no more than the outcome. */
export function summary(room: Room, events: readonly Event[]): string[] {
  const worth = deedsFirst(events).filter((event) => !QUIET.has(event.code));
  return runs(worth, Object.keys(SAME)).map(
    (run) =>
      conquest(room, run) ??
      redeployed(room, run) ??
      column(room, run) ??
      markers(room, run) ??
      single(room, run),
  );
}

/** What tells two events apart although they are of one kind; kinds that are not named here stand alone. */
const SAME: Record<string, string | null> = {
  deployed: "race",
  conquered: "race",
  marker_placed: "marker",
  combo_shown: null,
};

/** Events of one kind that follow each other. */
function runs(events: readonly Event[], kinds: readonly string[]): Event[][] {
  const found: Event[][] = [];
  for (const event of events) {
    const last = found.at(-1);
    if (last !== undefined && kinds.includes(event.code) && areAlike(last[0], event)) last.push(event);
    else found.push([event]);
  }
  return found;
}

function areAlike(one: Event | undefined, other: Event): boolean {
  const key = SAME[other.code] ?? null;
  return one?.code === other.code && (key === null || one.params?.[key] === other.params?.[key]);
}

function single({ view, box, names }: Room, run: readonly Event[]): string {
  const labels = view.regions.map((region) => region.label);
  return run.map((event) => eventText(event, names, labels, box)).join(" ");
}

function deployment(room: Room, run: readonly Event[]): string | null {
  const [first] = run;
  if (first?.code !== "deployed") return null;
  const counts = new Map<number, number>();
  for (const event of run) {
    const region = numberIn(event, "region");
    counts.set(region, (counts.get(region) ?? 0) + numberIn(event, "tokens"));
  }
  const places = [...counts].map(([region, tokens]) =>
    m.web_story_place({ tokens, region: labelOf(room, region) }),
  );
  return m.web_story_placed({
    race: raceName(String(first.params?.["race"]), room.box),
    places: listed(places),
  });
}

function redeployed(room: Room, run: readonly Event[]): string | null {
  const [first] = run;
  if (first?.code !== "deployed") return null;
  const race = String(first.params?.["race"]);
  const holder = room.view.players.find((each) =>
    [each.active, ...each.declined].some((held) => held?.race === race),
  );
  return holder === undefined
    ? deployment(room, run)
    : m.web_story_deploys({ player: room.names[holder.seat] ?? "" });
}

function conquest(room: Room, run: readonly Event[]): string | null {
  const [first] = run;
  if (first?.code !== "conquered" || run.length < 2) return null;
  return m.web_story_conquers({
    player: room.names[numberIn(first, "seat")] ?? "",
    regions: listed(run.map((event) => labelOf(room, numberIn(event, "region")))),
    race: raceName(String(first.params?.["race"]), room.box),
  });
}

function column(room: Room, run: readonly Event[]): string | null {
  if (run[0]?.code !== "combo_shown") return null;
  const combos = run.map(({ params }) =>
    comboName(String(params?.["power"]), String(params?.["race"]), room.box),
  );
  return m.web_story_column({ combos: listed(combos) });
}

function markers(room: Room, run: readonly Event[]): string | null {
  const [first] = run;
  if (first?.code !== "marker_placed") return null;
  const marker = String(first.params?.["marker"]);
  const places = [...new Set(run.map((event) => numberIn(event, "region")))];
  const params = { count: places.length, regions: listed(places.map((region) => labelOf(room, region))) };
  return (
    told(`web_story_placed_${marker}`, params) ??
    m.web_story_placed_other({ ...params, marker: markerName(marker) })
  );
}

function numberIn(event: Event, key: string): number {
  const found = event.params?.[key];
  return typeof found === "number" ? found : 0;
}
