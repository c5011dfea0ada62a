/** What is asked back before something that ends a turn or cannot be taken back; settings switch it off. */
import { givenUpText, labelOf } from "../narration/description";
import type { LegalAction } from "../api/kinds";
import { settings } from "../settings/settings.svelte";
import { percent } from "../words/phrases";
import { m } from "../words/words";
import { CONFIRM, FINISH } from "./buttons";
import { wordsOf, type Question } from "./phases";
import { endsTurn, givesUp, isLast, type Situation } from "./situation";

/** The answer whose question has a setting of its own. */
export const DECLINE = "decline";

export interface Confirmation extends Question {
  /** The button that asked, or the text of the action. */
  id: string;
  /** The setting by which one can say right there that such a thing need not be asked; null if one cannot. */
  silencer: "confirmEnd" | "confirmRoll" | null;
}

/** What is asked before a button does what its label says. */
export function confirmationOf(situation: Situation, id: string, label: string): Confirmation | null {
  const isDecline = id === DECLINE;
  if (!(isDecline ? settings.choices.confirmDecline : settings.choices.confirmEnd)) return null;
  const question = questionOf(situation, id, label);
  if (question === null) return null;
  const text = [givenUpText(givesUp(situation, id)), question.text].filter(Boolean).join(" ");
  return { id, ...question, text, silencer: isDecline ? null : "confirmEnd" };
}

/** What is asked before a roll that ends the conquests whatever it shows. */
export function attemptConfirmation(situation: Situation, action: LegalAction): Confirmation | null {
  if (action.chance == null || !settings.choices.confirmRoll) return null;
  const region = labelOf(situation, action.region ?? 0);
  return {
    id: action.text,
    text: m.web_play_sure_attempt({ region, chance: percent(action.chance) }),
    yes: m.web_play_yes_attempt(),
    silencer: "confirmRoll",
  };
}

function questionOf(situation: Situation, id: string, label: string): Question | null {
  const own = wordsOf(situation).questions?.[id]?.(situation) ?? null;
  if (own !== null) return own;
  if (id === FINISH) return { text: finishText(situation), yes: m.web_play_yes_turn() };
  const isEnd = id === CONFIRM ? isLast(situation) : endsTurn(situation, id);
  return isEnd ? { text: turnText(label), yes: m.web_play_yes_turn() } : null;
}

/** Names what the turn ends with or without, as the button does. */
function turnText(label: string): string {
  return label === m.web_play_do_end_turn()
    ? m.web_play_sure_turn()
    : m.web_play_sure_named({ action: label });
}

/** What becomes of the tokens if the turn is ended from the conquests on. */
function finishText({
  decision: { ending_tokens: tokens = 0, attack_only: attacking = 0 },
}: Situation): string {
  const rest = attacking === 0 ? [] : [m.web_play_attack_only({ tokens: attacking })];
  return [...rest, m.web_play_sure_finish({ tokens })].join(" ");
}
