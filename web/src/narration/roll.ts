/** What the die showed in the last act, as long as nothing else was done. */
import type { EventCode } from "../api/kinds";
import type { Table } from "../core/table/table.svelte";
import { m } from "../words/words";

export interface Roll {
  die: number;
  text: string;
}

/** The roll of one's own final attempt; null before the board has shown it, and after the next act. */
export function lastRoll({ log, step, ownSeats }: Table): Roll | null {
  const line = log.findLast(({ what }) => what === "acted");
  if (line?.seat == null || !ownSeats.includes(line.seat) || step?.seq === line.seq) return null;
  const die = line.events.find((event) => event.code === "rolled")?.die;
  if (die === undefined) return null;
  const has = (code: EventCode): boolean => line.events.some((event) => event.code === code);
  if (has("attempt_failed")) return { die, text: m.web_play_rolled_failed({ die }) };
  return has("conquered") ? { die, text: m.web_play_rolled_conquered({ die }) } : null;
}
