/**
 * What the player who decides has in hand: what is asked, where they may tap, which buttons there are, the answer that
 * is being laid out, and what is on its way. It knows no rule: everything comes from the decision that was told.
 */
import { untrack } from "svelte";
import type { Command, Cost } from "../api/kinds";
import { NO_MARKS, type Marks } from "../board/marks";
import { namesOf } from "../core/table/playerNames";
import type { Table } from "../core/table/table.svelte";
import type { Asked } from "../narration/announcements.svelte";
import { labelOf } from "../narration/description";
import { needWords } from "../words/words";
import { BACK, buttonsOf, CONFIRM, FINISH, type Button } from "./buttons";
import { NOWHERE, regionsOf } from "./counts";
import { draftOf, Selection, Spread, type Draft } from "./draft.svelte";
import { promptOf, type Prompt } from "./phases";
import { attemptConfirmation, confirmationOf, DECLINE, type Confirmation } from "./confirmation";
import { expandsAtOnce, indexIn, outlookOf, regionActions, type Situation } from "./situation";
import { marksOf } from "./targets";

/** How long a decline can be taken back before it is sent. */
export const HOLD_MS = 4_000;

export class DecisionControl {
  readonly table: Table;
  /** The combo of the column that is looked at. */
  slot: number | null = $state(null);
  /** Something to confirm before it is done, and what was to be decided then. */
  private unconfirmed: { confirmation: Confirmation; key: string; run: () => void } | null = $state.raw(null);
  /** What will be sent in a moment, unless it is taken back; and what was to be decided then. */
  private waiting: { id: string; key: string; timer: ReturnType<typeof setTimeout> } | null =
    $state.raw(null);
  /** What log lines and hints point at. */
  highlighted: ReadonlySet<number> = $state.raw(NOWHERE);
  /** Whoever holds the device, if several people play at it. */
  holder: number | null = $state(null);
  /** What was asked for last, as long as it is on its way: an action, or a word of ours. */
  private sent: string | null = $state(null);
  private undosWanted = $state(0);
  /** The costs that were asked for, and the number of the log that they are for. */
  private known: { seq: number; costs: readonly Cost[] } | null = $state.raw(null);
  /** What speaks against sending these actions, as in a lesson that asks for others; null if nothing does. */
  allow: (actions: readonly string[]) => string | null = () => null;

  constructor(table: Table) {
    this.table = table;
  }

  get isHotSeat(): boolean {
    return this.table.ownSeats.length > 1;
  }

  /** The seat that should hold the device before anything is shown. */
  get passTo(): number | null {
    const seat = this.table.isCaughtUp ? (this.table.head?.decision?.seat ?? null) : null;
    return this.isHotSeat && seat !== this.holder ? seat : null;
  }

  get isBusy(): boolean {
    return this.table.isBusy;
  }

  /** What is to be decided here; it stays while an answer is on its way. */
  situation: Situation | null = $derived.by(() => {
    const { head, box } = this.table;
    if (!head?.decision || !head.view || !this.isFree || this.passTo !== null) return null;
    return { decision: head.decision, view: head.view, box, names: namesOf(this.table) };
  });

  /** The same as long as the same is asked, whatever else changes at the table. */
  private readonly key: string = $derived.by(() => {
    if (this.situation === null) return "";
    const { decision, view } = this.situation;
    return [
      view.phase,
      decision.seat,
      view.game_turn,
      view.left,
      ...decision.legal.map((action) => action.id),
    ].join(" ");
  });

  readonly draft: Draft | null = $derived.by(() => {
    if (this.key === "") return null;
    return untrack(() => draftOf(this.situation?.decision.form));
  });

  readonly prompt: Prompt | null = $derived.by(() =>
    this.situation === null ? null : promptOf(this.situation),
  );

  /** What is asked, as it is announced. */
  get asked(): Asked | null {
    const { situation, prompt } = this;
    if (situation === null || prompt === null) return null;
    return { prompt: prompt.title, isOwnTurn: situation.view.seat === situation.decision.seat };
  }

  readonly buttons: readonly Button[] = $derived.by(() =>
    this.situation === null ? [] : buttonsOf(this.situation, this.draft, this.chosenSlot),
  );

  readonly marks: Marks = $derived.by(() => {
    const { highlighted } = this;
    if (this.situation === null) return { ...NO_MARKS, highlighted };
    const marks = marksOf(this.situation, this.draft);
    return {
      ...marks,
      highlighted,
      sending: this.sending,
      isWaiting: this.isBusy,
    };
  });

  /** What is to be confirmed; when something else is to be decided it is no question any more. */
  get confirmation(): Confirmation | null {
    return this.unconfirmed !== null && this.unconfirmed.key === this.key
      ? this.unconfirmed.confirmation
      : null;
  }

  /** Whether something was decided that will be sent in a moment. */
  get isHolding(): boolean {
    return this.held !== null;
  }

  /** The button that was pressed for it. */
  get held(): string | null {
    return this.waiting?.key === this.key ? this.waiting.id : null;
  }

  /** The pieces that can be laid out on the board now. */
  get spread(): Spread | null {
    const isFree = !this.isBusy && this.confirmation === null && !this.isHolding;
    return this.draft instanceof Spread && isFree ? this.draft : null;
  }

  /** What each region costs; empty until somebody has asked, or if it cannot be known. */
  get costs(): readonly Cost[] {
    const { known, situation } = this;
    if (situation === null || known?.seq !== this.table.head?.seq || !expandsAtOnce(this.draft)) return [];
    return known?.costs ?? [];
  }

  /** The places of the column that can be picked, counted from 0. */
  readonly pickable: ReadonlySet<number> = $derived.by(() => {
    if (this.situation?.view.phase !== "pick" || this.isBusy) return NOWHERE;
    return regionsOf(this.situation.decision.legal.map((action) => indexIn(action.text)));
  });

  get chosenSlot(): number | null {
    return this.slot !== null && this.pickable.has(this.slot) ? this.slot : null;
  }

  get canUndo(): boolean {
    return this.isHolding || this.draft?.isTouched === true || this.situation?.decision.can_undo === true;
  }

  /** What is sent for the answer as it is laid out: the actions of one command. */
  get draftedActions(): string[] {
    const { situation, draft } = this;
    return situation === null || draft === null ? [] : draft.actions((region) => labelOf(situation, region));
  }

  /** Ask what the regions cost, once for each decision. */
  async askCosts(): Promise<void> {
    const seq = this.table.head?.seq;
    if (seq === undefined || this.situation === null || this.known?.seq === seq) return;
    this.known = { seq, costs: [] };
    // Who cannot be told what a region costs still sees its price.
    const [costs] = await Promise.all([this.table.costs(), needWords("refusals")]).catch(() => [[]]);
    if (this.known.seq === seq) this.known = { seq, costs };
  }

  /** A tap on a region, or its key. */
  pick(region: number): void {
    const { situation, draft } = this;
    if (situation === null || this.isBusy || this.isHolding) return;
    const open = this.confirmation;
    this.unconfirmed = null;
    const actions = draft instanceof Selection ? outlookOf(situation, draft) : regionActions(situation);
    const action = draft instanceof Spread ? undefined : actions.get(region);
    if (action === undefined) {
      draft?.tap(region);
      return;
    }
    const run = (): void => void this.act(...this.draftedActions, action.text);
    const confirmation = attemptConfirmation(situation, action);
    // A second tap on the same region says yes.
    if (confirmation === null || open?.id === action.text) run();
    else this.unconfirmed = { confirmation, key: this.key, run };
  }

  /** A tap on a combo: the first one looks at it, the second takes it. */
  pickCombo(slot: number): void {
    if (!this.pickable.has(slot)) return;
    if (this.slot === slot) this.press(CONFIRM);
    else this.slot = slot;
  }

  /** Press a button of the decision; some ask first. */
  press(id: string): void {
    const { situation } = this;
    if (situation === null || this.isBusy || this.isHolding) return;
    const label = this.buttons.find((button) => button.id === id)?.label ?? "";
    const confirmation = confirmationOf(situation, id, label);
    const run = (): void => (id === DECLINE ? this.hold(id) : this.carryOut(id));
    if (confirmation !== null) this.unconfirmed = { confirmation, key: this.key, run };
    else run();
  }

  /** Do what a hint says; it asks what the button or the tap for the same thing would ask. */
  follow(actions: readonly string[], label: string): void {
    const { situation } = this;
    const [first] = actions;
    if (situation === null || first === undefined || this.isBusy || this.isHolding) return;
    const action = actions.length === 1 ? situation.decision.legal.find(({ text }) => text === first) : null;
    if (action != null && this.buttons.some((button) => button.id === first)) {
      this.press(first);
      return;
    }
    const run = (): void => void this.act(...actions);
    const confirmation =
      action == null
        ? null
        : (attemptConfirmation(situation, action) ?? confirmationOf(situation, first, label));
    if (confirmation === null) run();
    else this.unconfirmed = { confirmation, key: this.key, run };
  }

  /** Answer the question that is open. */
  answer(isYes: boolean): void {
    const open = this.confirmation === null ? null : this.unconfirmed;
    this.unconfirmed = null;
    if (isYes) open?.run();
  }

  /** Send actions of the notation as one command: all are carried out, or none. Whether they were. */
  async act(...actions: readonly string[]): Promise<boolean> {
    const [first] = actions;
    if (first === undefined || this.allow(actions) !== null) return false;
    const answer = actions.length === 1 ? { action: first } : { actions };
    return this.send(actions.at(-1) ?? first, { do: "act", seat: this.seat, ...answer });
  }

  /** What was decided but is not sent yet is not done after all. */
  recall(): void {
    if (this.waiting !== null) clearTimeout(this.waiting.timer);
    this.waiting = null;
  }

  /** One step back: of what is about to be sent, the question, the draft or the game; asked for again while one is on its way, one more. */
  undo(): void {
    if (this.isBusy) {
      if (this.sent === BACK) this.undosWanted += 1;
    } else if (this.isHolding) {
      this.recall();
    } else if (this.confirmation !== null) {
      this.answer(false);
    } else if (this.draft?.back() !== true && this.situation?.decision.can_undo === true) {
      void this.takeBack();
    }
  }

  /** On one's own device: whether more can be taken back than what luck and others have not answered yet. */
  get canUndoBeyondLuck(): boolean {
    return !this.canUndo && this.situation?.decision.can_undo_beyond_luck === true;
  }

  /** Take back one's last decision with everything that came after it; the game is practice from then on. */
  async undoBeyondLuck(): Promise<void> {
    if (!this.isBusy) await this.send(BACK, { do: "undo", seat: this.seat, beyond_luck: true });
  }

  /** Show regions on the board that something else speaks of. */
  point(regions: Iterable<number>): void {
    this.highlighted = regionsOf(regions);
  }

  /** Whoever is to decide holds the device now. */
  take(): void {
    this.holder = this.passTo;
  }

  private get seat(): number {
    return this.situation?.decision.seat ?? this.table.head?.decision?.seat ?? 0;
  }

  /** Whether one may decide: everything is shown, or what is being shown is one's own doing and no surprise. */
  private get isFree(): boolean {
    const { step } = this.table;
    if (this.table.isCaughtUp) return true;
    if (step?.seat == null || !this.table.ownSeats.includes(step.seat)) return false;
    const isSameTurn = step.seat === this.table.head?.decision?.seat && step.what === "acted";
    return isSameTurn && !step.events.some((event) => event.code === "rolled" || event.code === "turn_began");
  }

  /** The region whose conquest is on its way. */
  private get sending(): number | null {
    const { situation, sent } = this;
    if (situation === null || sent === null) return null;
    const actions = [...regionActions(situation).values(), ...outlookOf(situation, this.draft).values()];
    return actions.find((action) => action.text === sent)?.region ?? null;
  }

  /** Wait a moment, in which it can be taken back, before something is sent. */
  private hold(id: string): void {
    this.recall();
    const timer = setTimeout(() => {
      const isSame = this.isHolding;
      this.waiting = null;
      if (isSame) this.carryOut(id);
    }, HOLD_MS);
    this.waiting = { id, key: this.key, timer };
  }

  private carryOut(id: string): void {
    if (id === BACK) this.undo();
    else if (id === FINISH) void this.act(...(this.situation?.decision.ending ?? []));
    else if (id !== CONFIRM) void this.act(id);
    else if (this.draft !== null) void this.act(...this.draftedActions);
    else if (this.slot !== null) void this.act(`pick ${this.slot + 1}`);
  }

  private async takeBack(): Promise<void> {
    do {
      this.undosWanted = Math.max(0, this.undosWanted - 1);
      if (!(await this.send(BACK, { do: "undo", seat: this.seat }))) break;
    } while (this.undosWanted > 0 && this.table.head?.decision?.can_undo === true);
    this.undosWanted = 0;
  }

  private async send(what: string, command: Command): Promise<boolean> {
    this.unconfirmed = null;
    this.sent = what;
    if (!this.table.isCaughtUp) this.table.skip();
    const isDone = await this.table.try(command);
    if (isDone) this.slot = null;
    this.sent = null;
    return isDone;
  }
}
