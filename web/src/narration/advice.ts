/** Hints in words. */
import type { Hint } from "../api/kinds";
import { raceWords } from "../words/names";
import { sourceName } from "../words/sources";
import { m, told } from "../words/words";
import type { Context } from "./context";
import { listed, percent } from "../words/phrases";
import { regionIn } from "./description";

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

export function adviceOf(context: Context, hints: readonly Hint[]): Advice {
  const words = (reasons: readonly Reason[]): string[] =>
    reasons.flatMap((reason) => reasonWords(context, reason) ?? []);
  return {
    shared: words(hints[0]?.shared ?? []),
    options: hints.map((hint, at) => ({
      hint,
      lead: at === 0 ? m.hint_best() : m.hint_behind({ coins: Math.round(hint.behind) }),
      reasons: words(hint.reasons),
    })),
  };
}

function reasonWords(context: Context, reason: Reason): string | null {
  return told(`hint_${reason.code}`, { ...reason, ...namedParams(context, reason) });
}

/** The params of a reason that people call by a name: players, races, regions, sources of coins. */
function namedParams(context: Context, reason: Reason): Record<string, unknown> {
  switch (reason.code) {
    case "drives_out":
      return {
        player: context.names[reason.seat],
        ...raceWords(reason.race, context.box, reason.tokens),
      };
    case "ally_holds":
      return { player: context.names[reason.seat] };
    case "target":
      return { region: regionIn(context, reason.region) };
    case "abandons":
    case "then":
      return { places: listed(reason.places.map((region) => regionIn(context, region))) };
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
