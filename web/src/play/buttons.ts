/** The buttons of a decision, made from what may be answered; the first that is primary says what happens next. */
import type { LegalAction } from "../api/kinds";
import type { IconName } from "../pieces/icons";
import { m, told } from "../words/words";
import { Spread, type Draft } from "./draft.svelte";
import { wordsOf, type Label } from "./phases";
import { comboAt, endsTurn, indexIn, isLast, regionActions, type Situation } from "./situation";

export interface Button {
  /** What it does: a text of the notation, or a word of ours for what is no action. */
  id: string;
  label: string;
  isPrimary: boolean;
  isReady: boolean;
  icon?: IconName;
}

/** What is no single action of the game: send the draft, take the combo that was looked at, go back. */
export const CONFIRM = ":confirm";
export const BACK = ":back";
/** End the turn from the conquests on, in one command. */
export const FINISH = ":finish";

export function buttonsOf(situation: Situation, draft: Draft | null, slot: number | null): Button[] {
  if (situation.view.phase === "pick") return [pickButton(situation, slot)];
  if (draft !== null) return draftButtons(situation, draft);
  const answers = answerButtons(situation, answersOf(situation));
  if (answers.length > 0) return withFinish(situation, answers);
  // A special attack: the answer that opened it can be taken back.
  return situation.decision.can_undo ? [plain(BACK, m.web_play_do_back(), "undo")] : [];
}

/** Where only the redeployment is left, the turn can be ended at once; that comes next if nothing can be conquered. */
function withFinish(situation: Situation, answers: Button[]): Button[] {
  if (situation.decision.ending === undefined) return answers;
  const finish = plain(FINISH, m.web_play_do_end_turn());
  if (regionActions(situation).size > 0) return [...answers, finish];
  return [...answers.map((answer) => ({ ...answer, isPrimary: false })), { ...finish, isPrimary: true }];
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
  return primary(CONFIRM, m.web_play_do_pick({ ...comboAt(situation, slot), price }), "check");
}

/** The button that sends the draft; as long as nothing is laid out also those that answer something else. */
function draftButtons(situation: Situation, draft: Draft): Button[] {
  const { send, skip } = wordsOf(situation);
  if (!draft.isReady) return [{ ...primary(CONFIRM, missing(draft)), isReady: false }];
  if (draft.isEmpty && skip !== undefined) return [plain(CONFIRM, said(skip(situation), isLast(situation)))];
  const label = send?.(situation, draft.count) ?? { label: draft.form.verb };
  const goesOn = draft.form.kind === "choice" && draft.form.then !== null;
  const button = primary(CONFIRM, said(label, isLast(situation)), goesOn ? undefined : "check");
  const isOwn = ({ text }: LegalAction): boolean =>
    text === draft.form.none || (draft.form.kind === "choice" && text === draft.form.then);
  const others = draft.isEmpty ? answersOf(situation).filter((answer) => !isOwn(answer)) : [];
  return [button, ...answerButtons(situation, others)];
}

/** What the draft still needs. */
function missing(draft: Draft): string {
  const { left } = draft;
  return draft instanceof Spread ? m.web_play_do_place({ left }) : m.web_play_do_choose_regions({ left });
}

/** The answers that name no region. */
function answersOf({ decision }: Situation): LegalAction[] {
  return decision.legal.filter(({ region }) => region == null);
}

/** A button for each answer, in the order of the table of words; what that does not name comes first. */
function answerButtons(situation: Situation, answers: readonly LegalAction[]): Button[] {
  const order = Object.keys(wordsOf(situation).answers ?? {});
  const sorted = answers.toSorted((one, other) => order.indexOf(one.text) - order.indexOf(other.text));
  const isOnly = situation.decision.legal.length === 1;
  return sorted.map(({ text }) => {
    const label = answerLabel(situation, text);
    const make = label.isPrimary === true || isOnly ? primary : plain;
    return make(text, said(label, endsTurn(situation, text)), label.icon);
  });
}

function answerLabel(situation: Situation, text: string): Label {
  const own = wordsOf(situation).answers?.[text]?.();
  if (own !== undefined) return own;
  const [verb = text, named] = text.split(" ");
  if (verb !== "ally" || named === undefined) return { label: told(`web_text_do_open_${verb}`) ?? text };
  const player = situation.names[indexIn(text)] ?? "";
  return { label: m.web_play_do_ally({ player }), atEnd: m.web_play_do_end_ally({ player }) };
}

function said({ label, atEnd }: Label, isEnd: boolean): string {
  return isEnd ? (atEnd ?? label) : label;
}
