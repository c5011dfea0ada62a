/** A legal action as a button says it. */
import type { LegalAction } from "../api/kinds";
import { comboWords } from "../words/names";
import { m, told } from "../words/words";
import type { Context } from "./context";
import { percent } from "../words/phrases";
import { regionIn } from "./description";

const SINGLE: Record<string, () => string> = {
  done: () => m.web_text_do_done(),
  expand: () => m.web_text_do_expand(),
  decline: () => m.web_text_do_decline(),
  end: () => m.web_text_do_end(),
  roll: () => m.web_text_do_roll(),
  stay: () => m.web_text_do_stay(),
};

/** Giving up regions is rare: it comes last where a turn begins. */
export function abandonsLast(legal: readonly LegalAction[]): LegalAction[] {
  const rank = ({ text }: LegalAction): number => (text.startsWith("abandon ") ? 1 : 0);
  return [...legal].sort((one, other) => rank(one) - rank(other));
}

export function actionWords(context: Context, { text, region, cost, chance }: LegalAction): string {
  const [verb = "", rest] = text.split(" ");
  if (rest === undefined) return SINGLE[verb]?.() ?? told(`web_text_do_open_${verb}`) ?? text;
  if (region == null) return aboutOthers(context, verb, Number(rest) - 1) ?? text;
  const name = regionIn(context, region);
  if (verb === "conquer" && cost != null) {
    if (chance == null) return m.web_text_do_conquer({ region: name, tokens: cost });
    return m.web_text_do_attempt({ region: name, tokens: cost, chance: percent(chance) });
  }
  return told(`web_text_do_${verb}`, { region: name }) ?? text;
}

function aboutOthers(context: Context, verb: string, index: number): string | null {
  const combo = context.view.column[index];
  if (verb === "pick" && combo !== undefined) {
    return m.web_text_do_pick({ place: index + 1, ...comboWords(combo.power, combo.race, context.box) });
  }
  return verb === "ally" ? m.web_text_do_ally({ player: context.names[index] ?? "" }) : null;
}
