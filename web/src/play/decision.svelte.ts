/**
 * Deciding at a table: what is asked, where one may tap, which buttons there are, drafts, and what is on its way. It knows
 * no rule: everything comes from the decision that the server told.
 */
import { untrack } from "svelte";
import { keptLines } from "../narration/turns";
import type { Cost } from "../api/kinds";
import { NO_MARKS, type Marks } from "../board/marks";
import { settings } from "../settings/settings.svelte";
import type { Table } from "../core/table/table.svelte";
import { BACK, buttonsOf, CONFIRM, type Button } from "./buttons";
import { NOTHING, NOWHERE, regionsOf, type Counts } from "./counts";
import { Choice, Spread, type Draft } from "./draft.svelte";
import { draftOf, frontier, standingBefore, textsOf } from "./drafting";
import { namesOf } from "../core/table/playerNames";
import { promptOf, type Prompt } from "./prompt";
import { questionOf, type Question } from "./question";
import { costsOf, indexIn, outlookOf, regionActions, type Situation } from "./situation";
import { marksOf } from "./targets";

export class Turn {
  readonly table: Table;
  /** The combo of the column that is looked at. */
  slot: number | null = $state(null);
  /** Something to confirm before it is done, and what was to be decided then. */
  private asked: { question: Question; key: string } | null = $state.raw(null);
  /** What log lines and hints point at. */
  highlighted: ReadonlySet<number> = $state.raw(NOWHERE);
  /** Whoever holds the device, if several people play at it. */
  holder: number | null = $state(null);
  /** The text or button that is on its way. */
  sent: string | null = $state(null);
  /** The number of the log that brings the answer to what was sent. */
  private expected = $state(0);
  private undosWanted = $state(0);
  /** Whether a button is being carried out, which may take several texts. */
  private isCarrying = $state(false);
  /** What speaks against sending an action, as in a lesson that asks for another; null if nothing does. */
  allow: (action: string) => string | null = () => null;

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
    return this.isCarrying || this.sent !== null || (this.table.head?.seq ?? 0) < this.expected;
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
    return untrack(() => (this.situation === null ? null : draftOf(this.situation, this.lately)));
  });

  readonly prompt: Prompt | null = $derived.by(() =>
    this.situation === null ? null : promptOf(this.situation),
  );

  readonly buttons: readonly Button[] = $derived.by(() =>
    this.situation === null ? [] : buttonsOf(this.situation, this.draft, this.chosenSlot),
  );

  readonly marks: Marks = $derived.by(() => {
    const { highlighted } = this;
    if (this.situation === null) return { ...NO_MARKS, highlighted };
    const marks = marksOf(this.situation, this.draft);
    return {
      ...marks,
      targets: this.isBusy ? NO_MARKS.targets : marks.targets,
      highlighted,
      sending: this.sending,
    };
  });

  /** What is to be confirmed; when something else is to be decided it is no question any more. */
  get question(): Question | null {
    return this.asked !== null && this.asked.key === this.key ? this.asked.question : null;
  }

  /** The pieces that can be laid out on the board now. */
  get laying(): Spread | null {
    return this.draft instanceof Spread && !this.isBusy && this.question === null ? this.draft : null;
  }

  /** What each region costs, as far as that is known now. */
  readonly costs: readonly Cost[] = $derived.by(() =>
    this.situation === null ? [] : costsOf(this.situation, this.draft),
  );

  /** The places of the column that can be picked, counted from 0. */
  readonly pickable: ReadonlySet<number> = $derived.by(() => {
    if (this.situation?.view.phase !== "pick" || this.isBusy) return NOWHERE;
    return regionsOf(this.situation.decision.legal.map((action) => indexIn(action.text)));
  });

  get chosenSlot(): number | null {
    return this.slot !== null && this.pickable.has(this.slot) ? this.slot : null;
  }

  get canUndo(): boolean {
    return this.draft?.isTouched === true || this.situation?.decision.can_undo === true;
  }

  /** A tap on a region, or its key. */
  pick(region: number): void {
    const { situation, draft } = this;
    if (situation === null || this.isBusy) return;
    this.asked = null;
    if (draft !== null) {
      const next = draft instanceof Choice ? outlookOf(situation, draft).get(region) : undefined;
      if (next === undefined) draft.tap(region);
      else void this.actAll(["expand", next.text]);
      return;
    }
    const action = regionActions(situation).get(region);
    if (action !== undefined) void this.act(action.text);
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
    if (situation === null || this.isBusy) return;
    const question = settings.choices.confirmEnd ? questionOf(situation, id) : null;
    if (question !== null) this.asked = { question, key: this.key };
    else void this.carryOut(id);
  }

  /** Answer the question that is open. */
  answer(isYes: boolean): void {
    const { question } = this;
    this.asked = null;
    if (question !== null && isYes) void this.carryOut(question.id);
  }

  /** Send a text of the notation; whether it was carried out. */
  async act(text: string): Promise<boolean> {
    if (this.allow(text) !== null) return false;
    return this.send(text, { do: "act", seat: this.seat, action: text });
  }

  /** One step back: of the question, the draft or the game; asked for again while one is on its way, one more. */
  undo(): void {
    if (this.isBusy) {
      if (this.sent === BACK) this.undosWanted += 1;
    } else if (this.question !== null) {
      this.answer(false);
    } else if (this.draft?.back() !== true && this.situation?.decision.can_undo === true) {
      void this.takeBack();
    }
  }

  spread(): void {
    this.laying?.spread();
  }

  /** Everything where others may come. */
  strengthen(): void {
    const { laying, situation } = this;
    if (laying === null || situation === null) return;
    const border = frontier(situation, laying.regions);
    laying.spread(border.length > 0 ? border : laying.regions);
  }

  /** How tokens stood before the redeployment, if that is known. */
  get before(): Counts | null {
    const found = this.situation?.view.phase === "redeploy" ? standingBefore(this.lately) : NOTHING;
    return found.size > 0 ? found : null;
  }

  /** Show regions on the board that something else speaks of. */
  point(regions: Iterable<number>): void {
    this.highlighted = regionsOf(regions);
  }

  asBefore(): void {
    if (this.before !== null) this.laying?.set(this.before);
  }

  /** Whoever is to decide holds the device now. */
  take(): void {
    this.holder = this.passTo;
  }

  private get seat(): number {
    return this.situation?.decision.seat ?? this.table.head?.decision?.seat ?? 0;
  }

  private get lately() {
    return keptLines(this.table.log).findLast((line) => line.what === "acted")?.events ?? [];
  }

  /** Whether one may decide: everything is shown, or what is being shown is one's own doing and no surprise. */
  private get isFree(): boolean {
    const { beat } = this.table;
    if (this.table.isCaughtUp) return true;
    if (beat?.seat == null || !this.table.ownSeats.includes(beat.seat)) return false;
    const isSameTurn = beat.seat === this.table.head?.decision?.seat && beat.what === "acted";
    return isSameTurn && !beat.events.some((event) => event.code === "rolled" || event.code === "turn_began");
  }

  private get sending(): number | null {
    if (!this.isBusy || this.situation === null || this.sent === null) return null;
    return (
      [...regionActions(this.situation).values()].find((action) => action.text === this.sent)?.region ?? null
    );
  }

  private async carryOut(id: string): Promise<void> {
    const { situation, draft } = this;
    if (situation === null) return;
    if (id === BACK) {
      this.undo();
    } else if (id !== CONFIRM) {
      await this.act(id);
    } else if (draft === null) {
      if (this.slot !== null) await this.act(`pick ${this.slot + 1}`);
    } else {
      await this.actAll(textsOf(situation, draft));
    }
  }

  /** Send several texts, each when the one before was carried out. */
  private async actAll(texts: readonly string[]): Promise<void> {
    this.isCarrying = true;
    try {
      for (const text of texts) {
        if (!(await this.act(text))) return;
      }
    } finally {
      this.isCarrying = false;
    }
  }

  private async takeBack(): Promise<void> {
    do {
      this.undosWanted = Math.max(0, this.undosWanted - 1);
      if (!(await this.send(BACK, { do: "undo", seat: this.seat }))) break;
    } while (this.undosWanted > 0 && this.table.head?.decision?.can_undo === true);
    this.undosWanted = 0;
  }

  private async send(what: string, cmd: Parameters<Table["send"]>[0]): Promise<boolean> {
    this.asked = null;
    this.sent = what;
    if (!this.table.isCaughtUp) this.table.skip();
    try {
      this.expected = await this.table.send(cmd);
      await this.arrival();
      this.slot = null;
      return true;
    } catch (error) {
      this.table.trouble = error as Error;
      return false;
    } finally {
      this.sent = null;
    }
  }

  /** The answer comes before the table as it is then: wait for that too. */
  private arrival(): Promise<void> {
    return new Promise((resolve) => {
      const stop = $effect.root(() => {
        $effect(() => {
          if ((this.table.head?.seq ?? 0) < this.expected && this.table.gone === null) return;
          queueMicrotask(() => stop());
          resolve();
        });
      });
    });
  }
}
