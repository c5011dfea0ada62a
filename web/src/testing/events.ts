/** Events for tests, which name only what they are about. */
import type { Event, EventCode, EventOf, ScorePart } from "../api/kinds";

const EXAMPLES: { [Code in EventCode]?: EventOf<Code> } = {
  first_player: { code: "first_player", seat: 0 },
  game_turn_began: { code: "game_turn_began", game_turn: 1 },
  turn_began: { code: "turn_began", seat: 0, game_turn: 1 },
  combo_shown: { code: "combo_shown", race: "orcs", power: "hill", slot: 6 },
  picked: { code: "picked", seat: 0, race: "orcs", power: "hill", paid: 0, gained: 0, tokens: 9 },
  gathered: { code: "gathered", race: "orcs", taken: [], tokens: 1 },
  readied: { code: "readied", seat: 0, race: "orcs", tokens: 1 },
  abandoned: { code: "abandoned", seat: 0, region: 1 },
  rolled: { code: "rolled", seat: 0, die: 0, region: null },
  attempt_failed: { code: "attempt_failed", seat: 0, region: 1 },
  substituted: { code: "substituted", region: 1, race: "elves", by: "orcs" },
  tribe_removed: { code: "tribe_removed", region: 1 },
  driven_out: { code: "driven_out", seat: 1, race: "elves", region: 1, lost: 1, withdrawn: 0 },
  conquered: { code: "conquered", seat: 0, race: "orcs", region: 1, tokens: 2 },
  marker_placed: { code: "marker_placed", marker: "lair", region: 1 },
  marker_taken_up: { code: "marker_taken_up", marker: "lair", region: 1 },
  recruited: { code: "recruited", race: "orcs", tokens: 1 },
  deployed: { code: "deployed", race: "orcs", region: 1, tokens: 1 },
  gave_up: { code: "gave_up", seat: 0, region: 1 },
  scored: { code: "scored", seat: 0, coins: 0, parts: [] },
  allied: { code: "allied", seat: 0, ally: 1 },
  declined: { code: "declined", seat: 0, race: "orcs", returned: 0, keeps_tokens: true },
  vanished: { code: "vanished", race: "orcs" },
  banner_returned: { code: "banner_returned", race: "orcs", in_stack: 1 },
  game_over: { code: "game_over" },
};

/** An event of every kind. */
export const everyEvent = (): Event[] => Object.values(EXAMPLES);

export function event<Code extends EventCode>(
  code: Code,
  fields: Partial<Omit<EventOf<Code>, "code">> = {},
): EventOf<Code> {
  return { ...(EXAMPLES[code] ?? { code }), ...fields } as EventOf<Code>;
}

/** A part of a score; what it says nothing else about is paid by the race itself. */
export function part(
  race: string,
  source: string,
  coins: number,
  entry = race,
  in_decline = false,
): ScorePart {
  return { race, source, coins, entry, in_decline };
}
