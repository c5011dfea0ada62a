/** What is asked back before something that ends a turn; a setting switches all of them off. */
import { givenUpText } from "../narration/description";
import { m } from "../words/words";
import { CONFIRM } from "./buttons";
import { actingOf, endsTurn, givesUp, isLast, playerOf, regionActions, type Situation } from "./situation";
import { raceName } from "../words/names";

export interface Confirmation {
  /** The button that asked. */
  id: string;
  text: string;
  yes: string;
}

export function confirmationOf(situation: Situation, id: string): Confirmation | null {
  const { phase } = situation.view;
  const loss = givenUpText(givesUp(situation, id));
  const withLoss = (text: string): string => (loss === null ? text : `${loss} ${text}`);
  if (phase === "ready" && id === "decline") {
    const active = playerOf(situation)?.active;
    const race = active == null ? "" : raceName(active.race, situation.box);
    return { id, text: m.web_play_sure_decline({ race }), yes: m.web_play_yes_decline() };
  }
  if (phase === "conquer" && id === "end" && regionActions(situation).size > 0) {
    const tokens = actingOf(situation)?.hand ?? 0;
    return { id, text: withLoss(m.web_play_sure_end({ tokens })), yes: m.web_play_yes_end() };
  }
  if (id === CONFIRM ? isLast(situation) : endsTurn(situation, id)) {
    return { id, text: withLoss(m.web_play_sure_turn()), yes: m.web_play_yes_turn() };
  }
  return null;
}
