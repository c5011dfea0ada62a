/** Hints in words. */
import type { Hint } from "../api/kinds";
import { raceName } from "../words/names";
import { sourceName } from "../words/sources";
import { m, told } from "../words/words";
import { labelOf, listed, percent, type Room } from "./speech";

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

function reasonWords(room: Room, [code, params]: Reason): string | null {
  const spoken: Record<string, unknown> = { ...params };
  const { seat, race, region, places, sources, chance } = params;
  if (typeof seat === "number") spoken["player"] = room.names[seat];
  if (typeof race === "string") spoken["race"] = raceName(race, room.box);
  if (typeof region === "number") spoken["region"] = labelOf(room, region);
  if (Array.isArray(places)) spoken["places"] = listed(places.map((place) => labelOf(room, Number(place))));
  if (Array.isArray(sources)) spoken["sources"] = (sources as [string, number][]).map(sourceWords).join(", ");
  if (typeof chance === "number") spoken["chance"] = percent(chance);
  return told(`hint_${code}`, spoken);
}

function sourceWords([source, coins]: [string, number]): string {
  return m.web_text_source({ source: sourceName(source), coins });
}
