/** What the die showed in the last act, as long as nothing else was done. */
import type { EventCode } from "../api/kinds";
import type { Table } from "../core/table/table.svelte";
import { contextOf } from "./context";
import { eventLines } from "./events";

export interface Roll {
  die: number;
  text: string;
}

/** How a final attempt ends. */
const OUTCOMES: readonly EventCode[] = ["conquered", "attempt_failed"];

/** The roll of one's own final attempt; null before the board has shown it, and after the next act. */
export function lastRoll(table: Table): Roll | null {
  const { log, step, ownSeats } = table;
  const context = contextOf(table);
  const line = log.findLast(({ what }) => what === "acted");
  if (context === null || line?.seat == null || !ownSeats.includes(line.seat) || step?.seq === line.seq)
    return null;
  const roll = line.events.find((event) => event.code === "rolled");
  const outcome = line.events.find(({ code }) => OUTCOMES.includes(code));
  if (roll === undefined || outcome === undefined) return null;
  return { die: roll.die, text: eventLines(context, [roll, outcome]).join(" ") };
}
