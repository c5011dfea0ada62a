/** How things move: keyframes of transform and opacity for the Web Animations API. */
import type { Point } from "./neighbour";

const STEPS = 8;
/** How high an arc is, against how far it goes; and no higher than this, in pixels. */
const LIFT = 0.22;
const HIGHEST = 90;

/** A short arc: quickly up and away, gently down. */
export function arc(from: Point, to: Point, scale = 1): Keyframe[] {
  const lift = Math.min(HIGHEST, Math.hypot(to.x - from.x, to.y - from.y) * LIFT);
  return Array.from({ length: STEPS + 1 }, (_, step) => {
    const time = step / STEPS;
    const way = 1 - (1 - time) ** 2;
    const height = 4 * way * (1 - way);
    const x = from.x + (to.x - from.x) * way;
    const y = from.y + (to.y - from.y) * way - lift * height;
    const size = scale * (1 + 0.25 * height);
    return { offset: time, transform: `translate(${round(x)}px, ${round(y)}px) scale(${round(size)})` };
  });
}

/** A piece that lands; it is not there before. */
export const SETTLE: Keyframe[] = [
  { transform: "scale(1.22)", opacity: 0 },
  { transform: "scale(1.22)", opacity: 1, offset: 0.01 },
  { transform: "scale(0.94)", opacity: 1, offset: 0.6 },
  { transform: "scale(1)", opacity: 1 },
];

export const DROP: Keyframe[] = [
  { transform: "translateY(-46px) scale(1.3)", opacity: 0 },
  { transform: "translateY(0) scale(1.04)", opacity: 1, offset: 0.6 },
  { transform: "translateY(-7px) scale(1)", opacity: 1, offset: 0.8 },
  { transform: "translateY(0) scale(1)", opacity: 1 },
];

/** A counter is turned over: its old face goes, then its new one comes. */
export const TURN_AWAY: Keyframe[] = [
  { transform: "scaleX(1)", opacity: 1 },
  { transform: "scaleX(0.05) translateY(-8px)", opacity: 1 },
];
export const TURN_UP: Keyframe[] = [
  { transform: "scaleX(0.05) translateY(-8px)", opacity: 0 },
  { transform: "scaleX(0.05) translateY(-8px)", opacity: 1, offset: 0.01 },
  { transform: "scaleX(1)", opacity: 1 },
];

export const FADE_IN: Keyframe[] = [{ opacity: 0 }, { opacity: 1 }];

/** A wave of colour that runs over a region. */
export const WAVE: Keyframe[] = [
  { transform: "scale(0.1)", opacity: 0.75, visibility: "visible" },
  { transform: "scale(1)", opacity: 0.75, visibility: "visible", offset: 0.75 },
  { transform: "scale(1)", opacity: 0, visibility: "visible" },
];

/** Flights put these behind a translation, where `none` would be no value. */
export const FLEE: Keyframe[] = [
  { transform: "translateY(0) rotate(0deg) scale(1)", opacity: 1 },
  { transform: "translateY(-34px) rotate(18deg) scale(0.7)", opacity: 0 },
];

/** How the cube must be turned for each of its sides to look at us. */
const SIDES = [
  "rotateX(0deg) rotateY(0deg)",
  "rotateX(0deg) rotateY(-90deg)",
  "rotateX(-90deg) rotateY(0deg)",
  "rotateX(0deg) rotateY(90deg)",
];

export function sideOf(die: number): string {
  return SIDES[die] ?? SIDES[0] ?? "";
}

/** The die comes tumbling in, lies, and makes room at the upper edge; `inTime` is the part of the time it rolls. */
export function tumble(die: number, inTime: number, away: Point): Keyframe[] {
  const end = sideOf(die);
  return [
    { offset: 0, transform: "translate(-260px, 120px) rotateZ(-200deg) rotateX(700deg) rotateY(-540deg)" },
    {
      offset: inTime * 0.55,
      transform: "translate(30px, -40px) rotateZ(-20deg) rotateX(300deg) rotateY(-200deg)",
    },
    { offset: inTime * 0.8, transform: `translate(0px, 0px) rotateZ(10deg) ${end}`, easing: "ease-out" },
    { offset: inTime, transform: `translate(0px, 0px) rotateZ(0deg) ${end}` },
    { offset: inTime + (1 - inTime) * 0.5, transform: `translate(0px, 0px) rotateZ(0deg) ${end}` },
    { offset: 1, transform: `translate(${round(away.x)}px, ${round(away.y)}px) rotateZ(0deg) ${end}` },
  ];
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
