/** What is happening on the map, in a few words: only what changes the game, as the log tells the rest. */
import type { Step } from "../core/table/step";
import type { Context } from "./context";
import { eventLines, lossText, notable } from "./events";

/** The caption of a step; null if it has none. */
export function captionOf(context: Context, { seat, events }: Step, own: readonly number[]): string | null {
  if (seat !== null && own.includes(seat)) return null;
  const lost = events.flatMap((event) =>
    event.code === "driven_out" && own.includes(event.seat) ? [event.region] : [],
  );
  // A caption stands for a second or two: the sentences of conquest and loss together would be too long to read.
  if (lost.length > 0 && seat !== null) return lossText(context, seat, lost);
  const told = eventLines(context, notable(events));
  return told.length === 0 ? null : told.join(" ");
}
