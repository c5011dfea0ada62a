/** Hints in words. */
import type { Hint, LegalAction } from "../api/kinds";
import { raceWords } from "../words/names";
import { sourceName } from "../words/sources";
import { m, told } from "../words/words";
import { actionWords } from "./actions";
import type { Context } from "./context";
import { listed, percent } from "../words/phrases";
import { regionIn } from "./description";

type Reason = Hint["reasons"][number];

export interface Advised {
  hint: Hint;
  /** What is done, all of it. */
  title: string;
  /** How it compares with the best. */
  lead: string;
  reasons: string[];
}

export interface Advice {
  options: Advised[];
  /** What any of them brings. */
  shared: string[];
}

export function adviceOf(
  context: Context,
  hints: readonly Hint[],
  legal: readonly LegalAction[] = [],
): Advice {
  const words = (reasons: readonly Reason[]): string[] =>
    reasons.flatMap((reason) => reasonWords(context, reason) ?? []);
  return {
    shared: words(hints[0]?.shared ?? []),
    options: hints.map((hint, at) => ({
      hint,
      title: titleOf(context, hint, legal),
      lead: at === 0 ? m.hint_best() : m.hint_behind({ coins: Math.round(hint.behind) }),
      reasons: words(hint.reasons),
    })),
  };
}

/** Several actions of one command are told by what they do with their regions. */
function titleOf(context: Context, { actions, regions }: Hint, legal: readonly LegalAction[]): string {
  const [first = "", ...others] = actions;
  const action = legal.find(({ text }) => text === first);
  if (others.length === 0 && action !== undefined) return actionWords(context, action);
  if (regions.length === 0) return told(`web_text_do_open_${others.at(-1) ?? first}`) ?? actions.join(", ");
  const [verb = ""] = first.split(" ");
  const region = listed(regions.map((each) => regionIn(context, each)));
  return told(`web_text_do_${verb}`, { region }) ?? actions.join(", ");
}

function reasonWords(context: Context, reason: Reason): string | null {
  return told(`hint_${reason.code}`, { ...reason, ...namedParams(context, reason) });
}

/** The params of a reason that people call by a name: players, races, regions, sources of coins. */
function namedParams(context: Context, reason: Reason): Record<string, unknown> {
  switch (reason.code) {
    case "drives_out":
    case "strikes":
      return {
        player: context.names[reason.seat],
        ...raceWords(reason.race, context.box, reason.tokens),
      };
    case "ally_holds":
      return { player: context.names[reason.seat] };
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
