/** The levels of computer players: what they are called, what to expect of them, and which one is offered next. */
import { experience } from "../settings/experience.svelte";
import { settings } from "../settings/settings.svelte";
import { told } from "../words/words";

const LEVELS = ["gentle", "easy", "normal", "hard", "expert"] as const;
/** Who has won as often as this at a level is offered the next one. */
const WINS_FOR_NEXT = 2;

export function levelName(level: string): string {
  return told(`web_level_${level}`) ?? level;
}

/** What to expect of a computer of this level. */
export function levelText(level: string): string {
  return told(`web_level_${level}_text`) ?? "";
}

export function levelChoices(): { value: string; label: string }[] {
  return LEVELS.map((level) => ({ value: level, label: levelName(level) }));
}

/** The weakest of some levels. */
export function weakestOf(levels: readonly string[]): string | null {
  return LEVELS.find((level) => levels.includes(level)) ?? null;
}

/** The level to offer to somebody who plays at this one; null if it is too early, they said no, or play a higher one. */
export function offeredAfter(level: string): string | null {
  const next = LEVELS[indexOf(level) + 1];
  if (next === undefined || experience.wins(level) < WINS_FOR_NEXT || experience.hasRefused(next))
    return null;
  return indexOf(next) > indexOf(settings.choices.level) ? next : null;
}

function indexOf(level: string): number {
  return LEVELS.findIndex((each) => each === level);
}
