/** What moves while a step of the story is shown: read from its events, without looking at the page. */
import type { EventCode, EventOf, Layout, RegionView, ScorePart, View } from "../api/kinds";
import type { Step } from "../core/table/step";
import { durationOf } from "../core/table/pace";
import type { Point } from "./neighbour";

export type Place =
  | { at: "region"; region: number }
  | { at: "hand"; seat: number }
  | { at: "purse"; seat: number }
  | { at: "column"; slot: number };

interface Timed {
  /** When it begins and how long it takes, in milliseconds after the step began. */
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
const MAX_LENGTH = 380;
const MIN_LENGTH = 220;
const MAX_COINS = 24;

interface Stage {
  step: Step;
  layout: Layout;
  start: number;
  /** How long the event is shown. */
  span: number;
  length: number;
}

/** What moves for each kind of event; kinds that are not named move nothing. */
type Tellers = { [Code in EventCode]?: (event: EventOf<Code>, stage: Stage) => Motion[] };

/** Everything that moves during a step. */
export function plan(step: Step, layout: Layout): Motion[] {
  const weights = step.events.map((event) => durationOf([event], 1, false));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (step.duration === 0 || total === 0) return [];
  const pace = step.duration / total;
  let start = 0;
  return step.events.flatMap((event, at) => {
    const weight = weights[at] ?? 0;
    const length = Math.min(MAX_LENGTH, Math.max(MIN_LENGTH, weight)) * pace;
    const motions = told(event, { step, layout, start, span: weight * pace, length });
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

function told<Code extends EventCode>(event: EventOf<Code>, stage: Stage): Motion[] {
  return TELLERS[event.code]?.(event, stage) ?? [];
}

const TELLERS: Tellers = {
  picked: ({ seat, race, tokens, gained }, stage) => {
    const { step, start, length } = stage;
    const slot = step.before?.column.findIndex((combo) => combo.race === race) ?? -1;
    const from: Place = { at: "column", slot };
    const to: Place = { at: "hand", seat };
    return [
      { kind: "travel", race, owner: seat, count: tokens, inDecline: false, from, to, start, length },
      ...coins(gained, stage, () => from, { at: "purse", seat }),
    ];
  },

  conquered: ({ seat, race, region, tokens }, { step, layout, start, length }) => {
    const from = nearestOwn(step.before, layout, race, region) ?? { at: "hand", seat };
    const to: Place = { at: "region", region };
    const inDecline = step.after?.regions[region - 1]?.in_decline ?? false;
    return [
      { kind: "travel", race, owner: seat, count: tokens, inDecline, from, to, start, length },
      { kind: "spread", region, from, start: start + length * 0.5, length },
      { kind: "settle", region, start: start + length, length: length * 0.4 },
    ];
  },

  driven_out: ({ seat, race, region, lost, withdrawn }, stage) => [
    home(stage, seat, race, region, lost + withdrawn),
  ],

  substituted: ({ race, region }, stage) => {
    const held = stage.step.before?.regions[region - 1];
    return held?.owner == null ? [] : [home(stage, held.owner, race, region, held.tokens)];
  },

  tribe_removed: ({ region }, { start, length }) => [{ kind: "flee", region, start, length }],

  abandoned: leaving,
  gave_up: leaving,

  gathered: ({ race, taken }, stage) => {
    const owner = ownerOf(stage.step, race);
    if (owner === null) return [];
    return taken.map(({ region, tokens }) => home(stage, owner, race, region, tokens));
  },

  deployed: ({ race, region, tokens }, { step, start, length }) => {
    const owner = ownerOf(step, race);
    if (owner === null) return [];
    const to: Place = { at: "region", region };
    const from: Place = { at: "hand", seat: owner };
    return [{ kind: "travel", race, owner, count: tokens, inDecline: false, from, to, start, length }];
  },

  marker_placed: ({ marker, region }, { start, length }) => [{ kind: "drop", marker, region, start, length }],

  rolled: ({ die }, { start, span }) => [{ kind: "roll", die, start, length: span }],

  scored: ({ seat, parts, coins: sum }, stage) => {
    const sources = payingPlaces(stage.step, seat, parts);
    const purse: Place = { at: "purse", seat };
    return [
      ...coins(sources.length, stage, (at) => sources[at] ?? { at: "hand", seat }, purse),
      { kind: "count", seat, coins: sum, start: stage.start, length: stage.span },
    ];
  },

  declined: ({ race }, { step, layout, start, span, length }) => {
    const held = regionsOf(step.before, race);
    const order = held.toSorted(
      (one, other) => placeOf(layout, one.number).x - placeOf(layout, other.number).x,
    );
    const gap = Math.max(0, span - length) / Math.max(1, order.length - 1);
    return order.map(({ number }, at) => ({ kind: "turn", region: number, start: start + at * gap, length }));
  },

  vanished: ({ race }, stage) => {
    const gone = regionsOf(stage.step.before, race).filter((held) => {
      const now = stage.step.after?.regions[held.number - 1];
      return now?.race !== held.race && now?.owner == null;
    });
    return gone.map((held) => home(stage, held.owner ?? 0, race, held.number, held.tokens));
  },
};

/** Tokens that leave the map fly to the one whose they are. */
function home(
  { step, start, length }: Stage,
  seat: number,
  race: string,
  region: number,
  count: number,
): Motion {
  const inDecline = step.before?.regions[region - 1]?.in_decline ?? false;
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

function leaving({ seat, region }: EventOf<"abandoned" | "gave_up">, stage: Stage): Motion[] {
  const held = stage.step.before?.regions[region - 1];
  return held?.race == null ? [] : [home(stage, seat, held.race, held.number, held.tokens)];
}

/** One coin after the other, all within the time of the event. */
function coins(
  count: number,
  { start, span, length }: Stage,
  from: (at: number) => Place,
  to: Place,
): Motion[] {
  const shown = Math.min(count, MAX_COINS);
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
function payingPlaces(step: Step, seat: number, parts: readonly ScorePart[]): Place[] {
  return parts.flatMap(({ race, source, coins: amount }): Place[] => {
    const held = source === "regions" ? regionsOf(step.after, race) : [];
    return Array.from({ length: amount }, (_, at): Place => {
      const region = held[at];
      return region === undefined ? { at: "hand", seat } : { at: "region", region: region.number };
    });
  });
}

function regionsOf(view: View | null, race: string): RegionView[] {
  return (view?.regions ?? []).filter((region) => region.race === race);
}

function ownerOf({ before, after }: Step, race: string): number | null {
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
