/** The answers to questions at the command line that need nobody else. */
import type { Cost, Decision, Hint, RegionView, TableView } from "../../api/kinds";
import { inOrder, listed } from "../../words/phrases";
import { powerName, raceName } from "../../words/names";
import { nameInBox } from "../../words/regions";
import { m, told } from "../../words/words";
import { adviceOf } from "../../narration/advice";
import { QUESTIONS } from "./command";
import type { Context } from "../../narration/context";
import {
  comboLine,
  costLines,
  playerLines,
  playerTitle,
  regionFirst,
  regionLine,
  ruleLines,
  scoreLines,
} from "../../narration/description";

const USUAL_LOG = 20;
const EVERYTHING = "all";

/** A table at a moment, with what somebody may decide there. */
export interface Moment {
  context: Context;
  table: TableView;
  decision: Decision | null;
  /** What each region costs them, as far as that is known. */
  costs: readonly Cost[];
}

export function helpAnswer(how: string | null): string[] {
  const lines = QUESTIONS.map((word) =>
    m.web_text_help_line({ word, text: told(`web_text_help_${word}`) ?? "" }),
  );
  return [m.web_text_help(), ...lines, ...(how === null ? [] : [how])];
}

export function costAnswer({ context, costs }: Moment, word: string): string[] {
  if (word === "") return [m.web_text_cost_which()];
  const region = regionNamed(context, word);
  if (region === undefined) return [m.web_text_cost_no_region({ word })];
  const cost = costs.find((each) => each.region === region.number);
  if (cost === undefined) return [regionLine(context, region), m.web_text_cost_not_now()];
  const hand = m.web_text_cost_hand({ tokens: cost.tokens });
  return [
    m.web_text_cost_of({ region: regionFirst(context, region.number) }),
    ...costLines(context, cost),
    hand,
  ];
}

export function regionsAnswer(moment: Moment, which: string): string[] {
  const { context } = moment;
  const single = which === "" ? undefined : regionNamed(context, which);
  if (single !== undefined) return [inFull(moment, single)];
  const filter = filterNamed(which);
  const found = regionsOf(moment, filter);
  if (found.length === 0) return [m.web_text_regions_none()];
  return found.map((region) => (filter === "open" ? inFull(moment, region) : regionLine(context, region)));
}

/** A region with what it costs now, or why it cannot be taken. */
function inFull({ context, costs }: Moment, region: RegionView): string {
  const cost = costs.find((each) => each.region === region.number);
  return [regionLine(context, region), ...(cost === undefined ? [] : costLines(context, cost))].join(" ");
}

export type Filter = "all" | "mine" | "open";

/** The regions of a list: all, one's own, or those that can be chosen now. */
export function regionsOf({ context, table, decision }: Moment, filter: Filter): RegionView[] {
  if (filter === "all") return context.view.regions;
  const open = new Set(decision?.legal.map((action) => action.region));
  return context.view.regions.filter((region) =>
    filter === "open"
      ? open.has(region.number)
      : region.owner !== null && table.seats[region.owner]?.is_yours === true,
  );
}

export function columnAnswer({ context }: Moment): string[] {
  const lines = context.view.column.map((combo, slot) => comboLine(context, combo, slot));
  return lines.length > 0 ? lines : [m.web_text_column_empty()];
}

export function playersAnswer({ context, table }: Moment): string[] {
  return context.view.players.map((player) =>
    [`${playerTitle(context, table, player)}.`, ...playerLines(context, table, player)].join(" "),
  );
}

export function scoreAnswer({ context, decision }: Moment): string[] {
  return decision?.score == null ? [m.web_text_score_none()] : scoreLines(context, decision.score);
}

export function logAnswer(lines: readonly string[], rest: string): string[] {
  if (lines.length === 0) return [m.web_text_log_empty()];
  if (rest === EVERYTHING || lines.length <= USUAL_LOG) return [...lines];
  return [m.web_text_log_more({ count: lines.length - USUAL_LOG }), ...lines.slice(-USUAL_LOG)];
}

export function rulesAnswer({ context: { box } }: Moment, text: string): string[] {
  const races = box.races.map(({ id }) => ({ id, name: raceName(id, box) }));
  const powers = box.powers.map(({ id }) => ({ id, name: powerName(id, box) }));
  if (text === "") {
    const [first] = races;
    return [
      m.web_text_rules_races({ names: listed(races.map(({ name }) => name).sort(inOrder)) }),
      m.web_text_rules_powers({ names: listed(powers.map(({ name }) => name).sort(inOrder)) }),
      m.web_text_rules_help({ name: (first?.name ?? "").toLowerCase() }),
    ];
  }
  const wanted = text.replaceAll("_", " ").toLowerCase();
  const found = [...races, ...powers].filter(({ id, name }) => {
    const called = [name.toLowerCase(), id.replaceAll("_", " ")];
    return called.some((each) => ` ${wanted} `.includes(` ${each} `));
  });
  return found.length > 0
    ? found.flatMap(({ id }) => ruleLines(box, id))
    : [m.web_text_rules_unknown({ word: text })];
}

export function hintsAnswer({ context }: Moment, hints: readonly Hint[]): string[] {
  const { options, shared } = adviceOf(context, hints);
  const lines = options.map(({ hint: { actions }, lead, reasons }) => {
    // Each can be typed, so each stands alone between its marks.
    const text = actions.join("`, `");
    return reasons.length === 0
      ? m.web_text_hint_bare({ text, lead })
      : m.web_text_hint_line({ text, lead, reasons: reasons.join(", ") });
  });
  const common = shared.length === 0 ? [] : [m.hint_shared({ reasons: shared.join(", ") })];
  return [m.web_text_hint_title(), ...lines, ...common];
}

function filterNamed(word: string): Filter {
  return word === "mine" || word === "open" ? word : "all";
}

/** The region of a label, a number or a name. */
function regionNamed({ view }: Context, word: string): RegionView | undefined {
  const wanted = word.toLowerCase();
  return view.regions.find((region) =>
    [region.label, String(region.number), nameInBox(view.map, region)].some(
      (called) => called?.toLowerCase() === wanted,
    ),
  );
}
