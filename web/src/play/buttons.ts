/** The buttons of a decision, each with its own words; the first that is primary says what happens next. */
import type { IconName } from "../pieces/icons";
import { m, told } from "../words/words";
import { Selection, type Draft, type Spread } from "./draft.svelte";
import { comboAt, endsTurn, indexIn, isLast, may, regionActions, type Situation } from "./situation";

export interface Button {
  /** What it does: a text of the notation, or a word of ours for what is no action. */
  id: string;
  label: string;
  isPrimary: boolean;
  isReady: boolean;
  icon?: IconName;
}

/** What is no action of the game: send the draft, take the combo that was looked at, go back. */
export const CONFIRM = ":confirm";
export const BACK = ":back";

export function buttonsOf(situation: Situation, draft: Draft | null, slot: number | null): Button[] {
  switch (situation.view.phase) {
    case "pick":
      return [pickButton(situation, slot)];
    case "ready":
      return readyButtons(situation, draft as Selection);
    case "conquer":
      return conquestButtons(situation);
    case "redeploy":
      return [spreadButton(draft as Spread, orEnd(situation, m.web_play_do_redeploy()))];
    case "withdraw":
      return [spreadButton(draft as Spread, orEnd(situation, m.web_play_do_withdraw()))];
    case "encamp":
    case "reencamp":
      return [campButton(situation, draft as Spread)];
    case "fortify":
      return [fortifyButton(situation, draft as Selection)];
    case "give_up":
      return [
        choiceButton(draft as Selection, (count) => orEnd(situation, m.web_play_do_give_up({ count }))),
      ];
    case "station":
      return [choiceButton(draft as Selection, (count) => orEnd(situation, stationLabel(situation, count)))];
    case "ally":
      return allyButtons(situation);
    case "retire":
      return retireButtons(situation);
    default: // a special attack, which was opened by an answer to `conquer`
      return situation.decision.can_undo ? [plain(BACK, m.web_play_do_back(), "undo")] : [];
  }
}

function primary(id: string, label: string, icon?: IconName): Button {
  return { id, label, isPrimary: true, isReady: true, ...(icon === undefined ? {} : { icon }) };
}

function plain(id: string, label: string, icon?: IconName): Button {
  return { ...primary(id, label, icon), isPrimary: false };
}

function pickButton(situation: Situation, slot: number | null): Button {
  if (slot === null) return { ...primary(CONFIRM, m.web_play_do_choose()), isReady: false };
  const price = situation.view.column[slot]?.price ?? 0;
  return primary(CONFIRM, m.web_play_do_pick({ combo: comboAt(situation, slot), price }), "check");
}

function readyButtons(situation: Situation, draft: Selection): Button[] {
  const count = draft.chosen.size;
  const expand = count === 0 ? m.web_play_do_expand() : m.web_play_do_abandon({ count });
  const buttons = [primary(CONFIRM, expand)];
  if (may(situation, "decline") && count === 0)
    buttons.push(plain("decline", m.web_play_do_decline(), "flag"));
  return buttons;
}

function conquestButtons(situation: Situation): Button[] {
  const isOver = regionActions(situation).size === 0;
  const buttons: Button[] = [];
  if (may(situation, "roll")) buttons.push(primary("roll", m.web_play_do_roll()));
  for (const { text, region } of situation.decision.legal) {
    if (region == null && text !== "end" && text !== "roll") {
      buttons.push(plain(text, told(`web_text_do_open_${text}`) ?? text));
    }
  }
  const end = isOver && buttons.length === 0 ? primary : plain;
  const label = endsTurn(situation, "end") ? m.web_play_do_end_turn() : m.web_play_do_end();
  return [...buttons, end("end", label)];
}

function spreadButton(draft: Spread, label: string): Button {
  if (!draft.isReady)
    return { ...primary(CONFIRM, m.web_play_do_place({ left: draft.left })), isReady: false };
  return primary(CONFIRM, label, "check");
}

/** What a button says, unless the turn ends with it: then that is what counts. */
function orEnd(situation: Situation, label: string): string {
  return isLast(situation) ? m.web_play_do_end_turn() : label;
}

function campButton(situation: Situation, draft: Spread): Button {
  const isBack = situation.view.phase === "reencamp";
  if (draft.isEmpty) {
    if (isLast(situation)) return plain(CONFIRM, m.web_play_do_end_no_encamp());
    return plain(CONFIRM, isBack ? m.web_play_do_no_reencamp() : m.web_play_do_no_encamp());
  }
  const count = draft.total - draft.left;
  const label = isBack ? m.web_play_do_reencamp({ count }) : m.web_play_do_encamp({ count });
  return primary(CONFIRM, orEnd(situation, label), "check");
}

function fortifyButton(situation: Situation, draft: Selection): Button {
  const isFortress = situation.view.placing === "fortress";
  if (draft.chosen.size > 0) {
    const label = isFortress ? m.web_play_do_fortify() : m.web_play_do_marker();
    return primary(CONFIRM, orEnd(situation, label), "check");
  }
  if (isLast(situation)) {
    return plain(CONFIRM, isFortress ? m.web_play_do_end_no_fortify() : m.web_play_do_end_no_marker());
  }
  return plain(CONFIRM, isFortress ? m.web_play_do_no_fortify() : m.web_play_do_no_marker());
}

function stationLabel({ view }: Situation, count: number): string {
  return view.placing === "hero" ? m.web_play_do_station({ count }) : m.web_play_do_markers();
}

function choiceButton(draft: Selection, label: (count: number) => string): Button {
  if (!draft.isReady) {
    return { ...primary(CONFIRM, m.web_play_do_choose_regions({ left: draft.left })), isReady: false };
  }
  return primary(CONFIRM, label(draft.chosen.size), "check");
}

function allyButtons(situation: Situation): Button[] {
  const isEnd = isLast(situation);
  const allies = situation.decision.legal.filter((action) => action.text.startsWith("ally "));
  return [
    ...allies.map(({ text }) => {
      const player = situation.names[indexIn(text)] ?? "";
      return plain(text, isEnd ? m.web_play_do_end_ally({ player }) : m.web_play_do_ally({ player }));
    }),
    plain("done", isEnd ? m.web_play_do_end_no_ally() : m.web_play_do_no_ally()),
  ];
}

function retireButtons(situation: Situation): Button[] {
  const isEnd = isLast(situation);
  return [
    primary("stay", isEnd ? m.web_play_do_end_stay() : m.web_play_do_stay()),
    plain("decline", isEnd ? m.web_play_do_end_retire() : m.web_play_do_retire(), "flag"),
  ];
}
