/** What is asked back before something that ends a turn; a setting switches all of them off. */
import { givenUpText } from "../narration/description";
import { m } from "../words/words";
import { CONFIRM } from "./buttons";
import { wordsOf, type Question } from "./phases";
import { endsTurn, givesUp, isLast, type Situation } from "./situation";

export interface Confirmation extends Question {
  /** The button that asked. */
  id: string;
}

export function confirmationOf(situation: Situation, id: string): Confirmation | null {
  const question = questionOf(situation, id);
  if (question === null) return null;
  const loss = givenUpText(givesUp(situation, id));
  return { id, ...question, text: loss === null ? question.text : `${loss} ${question.text}` };
}

function questionOf(situation: Situation, id: string): Question | null {
  const own = wordsOf(situation).questions?.[id]?.(situation) ?? null;
  if (own !== null) return own;
  const isEnd = id === CONFIRM ? isLast(situation) : endsTurn(situation, id);
  return isEnd ? { text: m.web_play_sure_turn(), yes: m.web_play_yes_turn() } : null;
}
