/** How long each event is shown at normal speed, in milliseconds: while things move, and as long as one needs to read it. */
import type { Event, EventCode } from "../../api/kinds";

const DURATIONS: Partial<Record<EventCode, number>> = {
  picked: 700,
  combo_shown: 250,
  turn_began: 500,
  readied: 300,
  second_wave: 400,
  gathered: 200,
  abandoned: 350,
  conquered: 550,
  substituted: 550,
  struck: 550,
  rolled: 1500,
  attempt_failed: 400,
  recruited: 300,
  deployed: 120,
  marker_placed: 250,
  gave_up: 250,
  scored: 900,
  paid: 300,
  allied: 400,
  declined: 800,
  vanished: 300,
  game_over: 600,
};
/** Own acts were seen when they were chosen, so they are shown more quickly; but nobody chooses what the die shows. */
const OWN = 0.6;
const MAX_DURATION = 2200;

export function durationOf(events: readonly Event[], pace: number, isOwn: boolean): number {
  const sum = events.reduce((total, event) => total + (DURATIONS[event.code] ?? 0), 0);
  const isChosen = isOwn && !events.some((event) => event.code === "rolled");
  return Math.min(MAX_DURATION, sum) * pace * (isChosen ? OWN : 1);
}

/** What changes the game is to be noticed, by one who watches for the first time too: it is shown at least so long. */
const MIN_SHOWN: Partial<Record<EventCode, number>> = {
  declined: 2400,
  picked: 1500,
  scored: 1300,
  allied: 1500,
  attempt_failed: 1300,
  game_over: 1500,
};
/** As long as one needs to see which of one's own regions was lost. */
const LOST = 1200;
/** Nobody reads faster than this, however fast things move. */
const MIN_PACE = 0.5;

/** How long the table stands still after the motion, so that what others did can be read; own acts need none. */
export function holdOf(
  events: readonly Event[],
  pace: number,
  own: readonly number[],
  isOwn: boolean,
): number {
  if (pace === 0 || isOwn) return 0;
  const least = events.reduce((most, event) => Math.max(most, leastOf(event, own)), 0);
  return Math.max(0, least * Math.max(MIN_PACE, pace) - durationOf(events, pace, isOwn));
}

function leastOf(event: Event, own: readonly number[]): number {
  if (event.code === "driven_out") return own.includes(event.seat) ? LOST : 0;
  return MIN_SHOWN[event.code] ?? 0;
}
