/** Hints in words. */
import type { Hint } from "../api/kinds";
import { raceName } from "../words/names";
import { sourceName } from "../words/sources";
import { m, told } from "../words/words";
import { labelOf, listed, percent, type Room } from "./description";

type Reason = Hint["reasons"][number];

export interface Advised {
  hint: Hint;
  /** How it compares with the best. */
  lead: string;
  reasons: string[];
}

export interface Advice {
  options: Advised[];
  /** What any of them brings. */
  shared: string[];
}

export function adviceOf(room: Room, hints: readonly Hint[]): Advice {
  const words = (reasons: readonly Reason[]): string[] =>
    reasons.flatMap((reason) => reasonWords(room, reason) ?? []);
  return {
    shared: words(hints[0]?.shared ?? []),
    options: hints.map((hint, at) => ({
      hint,
      lead: at === 0 ? m.hint_best() : m.hint_behind({ coins: Math.round(hint.behind) }),
      reasons: words(hint.reasons),
    })),
  };
}

function reasonWords(room: Room, reason: Reason): string | null {
  return told(`hint_${reason.code}`, { ...reason, ...namedParams(room, reason) });
}

/** The params of a reason that people call by a name: players, races, regions, sources of coins. */
function namedParams(room: Room, reason: Reason): Record<string, unknown> {
  switch (reason.code) {
    case "drives_out":
      return { player: room.names[reason.seat], race: raceName(reason.race, room.box) };
    case "ally_holds":
      return { player: room.names[reason.seat] };
    case "target":
      return { region: labelOf(room, reason.region) };
    case "abandons":
    case "then":
      return { places: listed(reason.places.map((region) => labelOf(room, region))) };
    case "brings_with":
      return { sources: reason.sources.map(sourceWords).join(", ") };
    case "if_it_succeeds":
      return { chance: percent(reason.chance) };
    default:
      return {};
  }
}

function sourceWords([source, coins]: [string, number]): string {
  return m.web_text_source({ source: sourceName(source), coins });
}
