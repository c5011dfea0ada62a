/** A game that is looked at again, step by step. Its table is shown like any other, with log, captions and sound. */
import { RecordSource, type RecordedStep, type RecordedTable } from "../core/table/recordSource";
import { durationOf, holdOf } from "../core/table/pace";
import { stepsOf } from "../core/table/step";
import { Table } from "../core/table/table.svelte";
import { settings } from "../settings/settings.svelte";
import type { Explored } from "../words/exploreAddress";
import { turnsOf, type PlayedTurn } from "../narration/turns";

/** How long a step is looked at, in milliseconds, even if nothing moves. */
const MIN_DWELL = 220;

export const SPEEDS = [0.5, 1, 2, 4] as const;

export class Replay {
  readonly table: Table;
  steps: readonly RecordedStep[] = $state.raw([]);
  turns: readonly PlayedTurn[] = $state.raw([]);
  /** The step with which each turn begins. An entry has several steps, and only its last one begins the next turn. */
  starts: readonly number[] = $derived(
    this.steps.flatMap(({ line }, index) =>
      line.events.some((event) => event.code === "turn_began") ? [index] : [],
    ),
  );
  /** Which of the steps is shown. */
  index = $state(0);
  isPlaying = $state(false);

  private readonly source: RecordSource;
  private isClosed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(table: RecordedTable) {
    this.source = new RecordSource(table);
    this.table = new Table(this.source);
  }

  get id(): string {
    return this.source.id;
  }

  /** Why it cannot be shown. */
  get trouble(): Error | null {
    return this.table.gone;
  }

  /** The number of the log that is shown. */
  get seq(): number {
    return this.steps[this.index]?.seq ?? 1;
  }

  get isAtEnd(): boolean {
    return this.index >= this.steps.length - 1;
  }

  /** The turn that is shown; before the first one there is none. */
  get turn(): number {
    return this.starts.findLastIndex((start) => start <= this.index);
  }

  /** Read the game, and show this moment of it, or the first pick of something; without one, its beginning. */
  async open(at?: number, pick: Explored | null = null): Promise<void> {
    await this.table.open();
    this.steps = this.source.steps;
    this.turns = turnsOf(this.steps.map(({ line }) => line));
    if (this.trouble !== null) return;
    const picked = pick === null ? -1 : this.pickOf(pick);
    if (picked >= 0) this.show(picked);
    else if (at === undefined) this.show(this.starts[0] ?? 0);
    else this.seek(at);
  }

  close(): void {
    this.isClosed = true;
    this.pause();
    this.table.close();
  }

  /** Go to a step at once. */
  show(index: number): void {
    this.index = Math.max(0, Math.min(this.steps.length - 1, index));
    this.source.show(this.index);
  }

  /** Go to the moment of a number of the log. */
  seek(seq: number): void {
    this.show(this.indexOf(seq));
  }

  /** One step on, and it is seen how things move. */
  forward(): void {
    if (this.isAtEnd) return;
    this.table.skip();
    this.index += 1;
    this.source.play(this.index);
  }

  back(): void {
    this.show(this.index - 1);
  }

  /** To the beginning of a turn so many turns away; back means to the beginning of this one first. */
  leap(turns: -1 | 1): void {
    const here = this.starts[this.turn];
    const isInside = turns < 0 && here !== undefined && this.index > here;
    const to = this.starts[this.turn + (isInside ? 0 : turns)];
    this.show(to ?? (turns < 0 ? 0 : this.steps.length - 1));
  }

  play(): void {
    if (this.isPlaying || this.isClosed) return;
    this.isPlaying = true;
    if (this.isAtEnd) this.show(0);
    this.go();
  }

  pause(): void {
    this.isPlaying = false;
    clearTimeout(this.timer);
  }

  private go(): void {
    this.forward();
    if (this.isAtEnd) {
      this.pause();
      return;
    }
    const step = this.steps[this.index];
    // Without motion one still needs the time to look.
    const pace = settings.pace === 0 ? 1 : settings.pace;
    const parts = step === undefined ? [] : stepsOf(step);
    const time = parts.reduce(
      (sum, { events }) => sum + durationOf(events, pace, false) + holdOf(events, pace, [], false),
      0,
    );
    const dwell = Math.max(MIN_DWELL, time);
    this.timer = setTimeout(() => this.go(), dwell / this.table.speed);
  }

  /** The step in which somebody first picks a race, a special power or a combo; -1 if nobody does. */
  private pickOf({ race, power }: Explored): number {
    return this.steps.findIndex(({ line }) =>
      line.events.some(
        (event) =>
          event.code === "picked" &&
          (race === null || event.race === race) &&
          (power === null || event.power === power),
      ),
    );
  }

  /** The last step that is not after a number of the log. */
  private indexOf(seq: number): number {
    return this.steps.findLastIndex((step) => step.seq <= seq);
  }
}
