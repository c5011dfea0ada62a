/** How long each event is shown at normal speed, in milliseconds. */
import type { Event } from "../api/kinds";

const DURATIONS: Record<string, number> = {
  picked: 700,
  combo_shown: 250,
  turn_began: 500,
  readied: 300,
  gathered: 200,
  abandoned: 350,
  conquered: 550,
  substituted: 550,
  rolled: 900,
  attempt_failed: 400,
  recruited: 300,
  deployed: 120,
  marker_placed: 250,
  gave_up: 250,
  scored: 900,
  allied: 400,
  declined: 800,
  vanished: 300,
  game_over: 600,
};
/** Own acts were seen when they were chosen, so they are shown more quickly. */
const OWN = 0.6;
const LONGEST = 2200;

export function durationOf(events: readonly Event[], pace: number, isOwn: boolean): number {
  const sum = events.reduce((total, event) => total + (DURATIONS[event.code] ?? 0), 0);
  return Math.min(LONGEST, sum) * pace * (isOwn ? OWN : 1);
}
