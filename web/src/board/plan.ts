/** What moves while a step of the story is shown: read from its events, without looking at the page. */
import type { Event, Layout, RegionView, View } from "../api/kinds";
import type { Beat } from "../table/scene";
import { durationOf } from "../table/pace";
import type { Point } from "./neighbour";

export type Place =
  | { at: "region"; region: number }
  | { at: "hand"; seat: number }
  | { at: "purse"; seat: number }
  | { at: "column"; slot: number };

interface Timed {
  /** When it begins and how long it takes, in milliseconds after the beat began. */
  start: number;
  length: number;
}

export type Motion = Timed &
  (
    | {
        kind: "travel";
        race: string;
        owner: number;
        count: number;
        inDecline: boolean;
        from: Place;
        to: Place;
      }
    | { kind: "coin"; from: Place; to: Place }
    | { kind: "count"; seat: number; coins: number }
    | { kind: "settle"; region: number }
    | { kind: "spread"; region: number; from: Place }
    | { kind: "flee"; region: number }
    | { kind: "drop"; region: number; marker: string }
    | { kind: "turn"; region: number }
    | { kind: "roll"; die: number }
  );

/** A piece is never longer on its way, at normal speed. */
const LONGEST = 380;
const SHORTEST = 220;
const MOST_COINS = 24;

interface Stage {
  beat: Beat;
  layout: Layout;
  start: number;
  /** How long the event is shown. */
  span: number;
  length: number;
}

type Teller = (params: Record<string, unknown>, stage: Stage) => Motion[];

/** Everything that moves during a beat. */
export function plan(beat: Beat, layout: Layout): Motion[] {
  const weights = beat.events.map((event) => durationOf([event], 1, false));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (beat.duration === 0 || total === 0) return [];
  const pace = beat.duration / total;
  let start = 0;
  return beat.events.flatMap((event, at) => {
    const weight = weights[at] ?? 0;
    const length = Math.min(LONGEST, Math.max(SHORTEST, weight)) * pace;
    const motions = told(event, { beat, layout, start, span: weight * pace, length });
    start += weight * pace;
    return motions;
  });
}

/** Where on the map something happens, other than that coins come from there. */
export function regionsIn(motions: readonly Motion[]): number[] {
  return motions.flatMap((motion) => {
    if (motion.kind === "travel") {
      const { from, to } = motion;
      if (to.at === "region") return [to.region];
      return from.at === "region" ? [from.region] : [];
    }
    return "region" in motion ? [motion.region] : [];
  });
}

function told(event: Event, stage: Stage): Motion[] {
  return TELLERS[event.code]?.(event.params ?? {}, stage) ?? [];
}

const TELLERS: Record<string, Teller> = {
  picked: ({ seat, race, tokens, paid, gained }, stage) => {
    const { start, length } = stage;
    const [owner, from] = [Number(seat), { at: "column", slot: Number(paid) } as const];
    const hand: Place = { at: "hand", seat: owner };
    return [
      {
        kind: "travel",
        race: String(race),
        owner,
        count: Number(tokens),
        inDecline: false,
        from,
        to: hand,
        start,
        length,
      },
      ...coins(Number(gained), stage, () => from, { at: "purse", seat: owner }),
    ];
  },

  conquered: ({ seat, race, region, tokens }, { beat, layout, start, length }) => {
    const [owner, kind, target] = [Number(seat), String(race), Number(region)];
    const from = nearestOwn(beat.before, layout, kind, target) ?? { at: "hand", seat: owner };
    const to: Place = { at: "region", region: target };
    const inDecline = beat.after?.regions[target - 1]?.in_decline ?? false;
    return [
      { kind: "travel", race: kind, owner, count: Number(tokens), inDecline, from, to, start, length },
      { kind: "spread", region: target, from, start: start + length * 0.5, length },
      { kind: "settle", region: target, start: start + length, length: length * 0.4 },
    ];
  },

  driven_out: ({ seat, race, region, lost, withdrawn }, stage) => [
    home(stage, Number(seat), String(race), Number(region), Number(lost) + Number(withdrawn)),
  ],

  substituted: ({ race, region }, stage) => {
    const held = stage.beat.before?.regions[Number(region) - 1];
    return held?.owner == null ? [] : [home(stage, held.owner, String(race), Number(region), held.tokens)];
  },

  tribe_removed: ({ region }, { start, length }) => [{ kind: "flee", region: Number(region), start, length }],

  abandoned: leaving,
  gave_up: leaving,

  gathered: ({ race, taken }, stage) => {
    const owner = ownerOf(stage.beat, String(race));
    if (owner === null || !Array.isArray(taken)) return [];
    return (taken as [number, number][]).map(([region, spare]) =>
      home(stage, owner, String(race), region, spare),
    );
  },

  deployed: ({ race, region, tokens }, { beat, start, length }) => {
    const owner = ownerOf(beat, String(race));
    if (owner === null) return [];
    const to: Place = { at: "region", region: Number(region) };
    const from: Place = { at: "hand", seat: owner };
    const count = Number(tokens);
    return [{ kind: "travel", race: String(race), owner, count, inDecline: false, from, to, start, length }];
  },

  marker_placed: ({ marker, region }, { start, length }) => [
    { kind: "drop", marker: String(marker), region: Number(region), start, length },
  ],

  rolled: ({ die }, { start, span }) => [{ kind: "roll", die: Number(die), start, length: span }],

  scored: ({ seat, parts, coins: sum }, stage) => {
    const owner = Number(seat);
    const sources = Array.isArray(parts)
      ? payingPlaces(stage.beat, owner, parts as [string, string, number][])
      : [];
    return [
      ...coins(sources.length, stage, (at) => sources[at] ?? { at: "hand", seat: owner }, {
        at: "purse",
        seat: owner,
      }),
      { kind: "count", seat: owner, coins: Number(sum), start: stage.start, length: stage.span },
    ];
  },

  declined: ({ race }, { beat, layout, start, span, length }) => {
    const held = regionsOf(beat.before, String(race));
    const order = held.toSorted(
      (one, other) => placeOf(layout, one.number).x - placeOf(layout, other.number).x,
    );
    const gap = Math.max(0, span - length) / Math.max(1, order.length - 1);
    return order.map(({ number }, at) => ({ kind: "turn", region: number, start: start + at * gap, length }));
  },

  vanished: ({ race }, stage) => {
    const gone = regionsOf(stage.beat.before, String(race)).filter((held) => {
      const now = stage.beat.after?.regions[held.number - 1];
      return now?.race !== held.race && now?.owner == null;
    });
    return gone.map((held) => home(stage, held.owner ?? 0, String(race), held.number, held.tokens));
  },
};

/** Tokens that leave the map fly to the one whose they are. */
function home(
  { beat, start, length }: Stage,
  seat: number,
  race: string,
  region: number,
  count: number,
): Motion {
  const inDecline = beat.before?.regions[region - 1]?.in_decline ?? false;
  const from: Place = { at: "region", region };
  return {
    kind: "travel",
    race,
    owner: seat,
    count,
    inDecline,
    from,
    to: { at: "hand", seat },
    start,
    length,
  };
}

function leaving({ seat, region }: Record<string, unknown>, stage: Stage): Motion[] {
  const held = stage.beat.before?.regions[Number(region) - 1];
  return held?.race == null ? [] : [home(stage, Number(seat), held.race, held.number, held.tokens)];
}

/** One coin after the other, all within the time of the event. */
function coins(
  count: number,
  { start, span, length }: Stage,
  from: (at: number) => Place,
  to: Place,
): Motion[] {
  const shown = Math.min(count, MOST_COINS);
  const gap = Math.max(0, span - length) / Math.max(1, shown - 1);
  return Array.from({ length: shown }, (_, at) => ({
    kind: "coin",
    from: from(at),
    to,
    start: start + at * gap,
    length,
  }));
}

/** Where each scored coin comes from: the regions pay one each, what a banner or badge adds comes from it. */
function payingPlaces(beat: Beat, seat: number, parts: readonly [string, string, number][]): Place[] {
  return parts.flatMap(([race, source, amount]): Place[] => {
    const held = source === "regions" ? regionsOf(beat.after, race) : [];
    return Array.from({ length: amount }, (_, at): Place => {
      const region = held[at];
      return region === undefined ? { at: "hand", seat } : { at: "region", region: region.number };
    });
  });
}

function regionsOf(view: View | null, race: string): RegionView[] {
  return (view?.regions ?? []).filter((region) => region.race === race);
}

function ownerOf({ before, after }: Beat, race: string): number | null {
  const holds = (view: View | null): number | undefined =>
    view?.players.find(({ active, declined }) => [active, ...declined].some((each) => each?.race === race))
      ?.seat;
  return holds(after) ?? holds(before) ?? null;
}

function nearestOwn(view: View | null, layout: Layout, race: string, target: number): Place | null {
  const goal = placeOf(layout, target);
  const distance = ({ number }: RegionView): number => {
    const { x, y } = placeOf(layout, number);
    return Math.hypot(x - goal.x, y - goal.y);
  };
  const [nearest] = regionsOf(view, race).toSorted((one, other) => distance(one) - distance(other));
  return nearest === undefined ? null : { at: "region", region: nearest.number };
}

function placeOf(layout: Layout, region: number): Point {
  return layout.regions.find((drawn) => drawn.number === region)?.stack ?? { x: 0, y: 0 };
}
