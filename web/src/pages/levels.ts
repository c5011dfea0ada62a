/** What the levels of computer players are called. */
import { told } from "../words/words";

const LEVELS = ["easy", "normal", "hard", "expert"] as const;

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
