/** What is happening on the map, in a few words: only what changes the game, as the log tells the rest. */
import { eventLines } from "./events";
import type { Context } from "./context";
import { labelOf } from "./description";
import type { EventCode, EventOf } from "../api/kinds";
import type { Step } from "../core/table/step";
import { raceName } from "../words/names";
import { m } from "../words/words";

const NOTABLE = new Set<EventCode>(["picked", "conquered", "attempt_failed", "allied", "declined", "scored"]);

/** The caption of a step; null if it has none. One's own regions that fall count more than who took them. */
export function captionOf(context: Context, { seat, events }: Step, own: readonly number[]): string | null {
  if (seat !== null && own.includes(seat)) return null;
  const lost = events
    .filter((event) => event.code === "driven_out")
    .find((event) => own.includes(event.seat));
  if (lost !== undefined && seat !== null) return lostText(context, lost, seat);
  const told = eventLines(
    context,
    events.filter(({ code }) => NOTABLE.has(code)),
  );
  return told.length === 0 ? null : told.join(" ");
}

function lostText(context: Context, { race, region }: EventOf<"driven_out">, by: number): string {
  return m.web_game_lost({
    player: context.names[by] ?? "",
    race: raceName(race, context.box),
    region: labelOf(context, region),
  });
}
