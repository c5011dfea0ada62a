/** Which sounds go with what is shown: events become sounds, spread over the time that they are shown. */
import type { Event, EventCode } from "../api/kinds";
import type { Sound } from "./recipes";

/** A sound, and how many milliseconds after the beginning of the step it is heard. */
export interface Cue {
  sound: Sound;
  at: number;
  count: number;
}

export interface Told {
  what: string;
  events: readonly Event[];
  duration: number;
}

const SOUNDS: Partial<Record<EventCode, Sound>> = {
  picked: "pick",
  readied: "token",
  second_wave: "token",
  gathered: "token",
  abandoned: "token",
  conquered: "conquest",
  substituted: "conquest",
  struck: "conquest",
  rolled: "roll",
  attempt_failed: "refusal",
  recruited: "token",
  deployed: "token",
  marker_placed: "token",
  gave_up: "token",
  scored: "coin",
  paid: "coin",
  declined: "decline",
  allied: "chat",
  game_over: "victory",
};
/** How long the die rolls before it lies still, as a part of a step; it rolls half a second at most. */
const ROLLING = 0.6;
const MAX_ROLL = 500;
/** The same sound is not heard again sooner than this, in milliseconds. */
const APART = 60;

export function cuesOf({ what, events, duration }: Told): Cue[] {
  if (what === "undone") return [{ sound: "undo", at: 0, count: 1 }];
  const heard = events.filter((event) => event.code in SOUNDS);
  const step = heard.length > 0 ? duration / heard.length : 0;
  const cues = heard.flatMap((event, number) => cuesOfEvent(event, number * step, step));
  return cues.filter((cue, number) => !isTooSoon(cue, cues.slice(0, number)));
}

function cuesOfEvent(event: Event, at: number, step: number): Cue[] {
  const sound = SOUNDS[event.code];
  if (sound === undefined) return [];
  if (sound === "roll") {
    const landing = at + Math.min(MAX_ROLL, step * ROLLING);
    return [
      { sound, at, count: 1 },
      { sound: "land", at: landing, count: 1 },
    ];
  }
  return [{ sound, at, count: countOf(event) }];
}

function countOf(event: Event): number {
  if ("coins" in event) return event.coins;
  return "tokens" in event ? event.tokens : 1;
}

function isTooSoon(cue: Cue, earlier: readonly Cue[]): boolean {
  return earlier.some((other) => other.sound === cue.sound && cue.at - other.at < APART);
}
