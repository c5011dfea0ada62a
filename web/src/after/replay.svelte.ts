/** A game that is looked at again, step by step; it can be drawn like a table. */
import type { TableSettings, Box, Layout, LogLine, TableView } from "../api/kinds";
import { get } from "../core/http/rest";
import { settings } from "../settings/settings.svelte";
import { durationOf, holdOf } from "../core/table/pace";
import { beatOf, type Beat, type Scene } from "../core/table/scene";
import { Moments } from "./moments";
import { keptLines, turnsOf, type Turn } from "../narration/turns";

/** So many steps are asked for in advance. */
const AHEAD = 6;
/** How long a step is looked at, in milliseconds, even if nothing moves. */
const SHORTEST = 220;
/** Entries without events that are worth a step. */
const NOTABLE = ["started", "tookover", "handedback", "finished"];

export const SPEEDS = [0.5, 1, 2, 4] as const;

export class Replay implements Scene {
  readonly id: string;
  agreement: TableSettings | null = $state.raw(null);
  shown: TableView | null = $state.raw(null);
  beat: Beat | null = $state.raw(null);
  box: Box = $state.raw({ races: [], powers: [], maps: [] });
  layout: Layout | null = $state.raw(null);
  steps: readonly LogLine[] = $state.raw([]);
  turns: readonly Turn[] = $state.raw([]);
  /** Which of the steps is shown. */
  index = $state(0);
  speed: number = $state(1);
  isPlaying = $state(false);
  trouble: Error | null = $state.raw(null);

  private readonly moments: Moments;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Each pause ends a run: what was loaded for it meanwhile does not go on beside the next one. */
  private run = 0;

  constructor(id: string) {
    this.id = id;
    this.moments = new Moments(id);
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
    return this.turns.findLastIndex((turn) => turn.first <= this.seq);
  }

  /** What was told up to the moment that is shown. */
  get log(): readonly LogLine[] {
    return this.steps.slice(0, this.index + 1);
  }

  /** Load the game, and show this moment of it; without one, its beginning. */
  async open(at?: number): Promise<void> {
    try {
      const [now, log, box, layout] = await Promise.all([
        get<TableView>(`/api/tables/${this.id}`),
        get<LogLine[]>(`/api/tables/${this.id}/log`),
        get<Box>(`/api/tables/${this.id}/box`),
        get<Layout>(`/api/tables/${this.id}/layout`).catch(() => null),
      ]);
      this.agreement = now.agreement;
      this.box = box;
      this.layout = layout;
      this.turns = turnsOf(log);
      this.steps = keptLines(log).filter((line) => line.events.length > 0 || NOTABLE.includes(line.what));
      await this.show(this.indexOf(at ?? this.turns[0]?.first ?? 1));
    } catch (error) {
      this.trouble = error as Error;
    }
  }

  close(): void {
    this.pause();
  }

  /** Go to a step at once. */
  async show(index: number): Promise<void> {
    this.index = Math.max(0, Math.min(this.steps.length - 1, index));
    await this.load(false);
  }

  /** Go to the moment of a number of the log. */
  async seek(seq: number): Promise<void> {
    await this.show(this.indexOf(seq));
  }

  /** One step on, and it is seen how things move. */
  async forward(): Promise<void> {
    if (this.isAtEnd) return;
    this.index += 1;
    await this.load(true);
  }

  async back(): Promise<void> {
    await this.show(this.index - 1);
  }

  /** To the beginning of a turn so many turns away; back means to the beginning of this one first. */
  async leap(turns: -1 | 1): Promise<void> {
    const here = this.turns[this.turn];
    const isInside = turns < 0 && here !== undefined && this.seq > here.first;
    const to = this.turns[this.turn + (isInside ? 0 : turns)];
    if (to !== undefined) await this.seek(to.first);
    else await this.show(turns < 0 ? 0 : this.steps.length - 1);
  }

  async play(): Promise<void> {
    if (this.isPlaying) return;
    this.isPlaying = true;
    const { run } = this;
    if (this.isAtEnd) await this.show(0);
    await this.go(run);
  }

  pause(): void {
    this.isPlaying = false;
    this.run += 1;
    this.beat = null;
    clearTimeout(this.timer);
  }

  private async go(run: number): Promise<void> {
    if (run !== this.run) return;
    await this.forward();
    if (run !== this.run) return;
    if (this.isAtEnd) {
      this.pause();
      return;
    }
    const events = this.steps[this.index]?.events ?? [];
    const time = durationOf(events, 1, false) + holdOf(events, 1, [], false);
    const dwell = Math.max(SHORTEST, time) / this.speed;
    this.timer = setTimeout(() => void this.go(run), dwell);
  }

  private async load(moves: boolean): Promise<void> {
    const { index } = this;
    for (const step of this.steps.slice(index + 1, index + 1 + AHEAD)) {
      this.moments.at(step.seq).catch(() => undefined);
    }
    try {
      const update = await this.moments.at(this.seq);
      // Meanwhile somebody may have gone elsewhere.
      if (index !== this.index) return;
      const events = this.steps[index]?.events ?? [];
      const duration = moves ? durationOf(events, settings.pace, false) / this.speed : 0;
      this.beat = duration > 0 ? beatOf({ ...update, events }, this.shown?.view ?? null, duration) : null;
      this.shown = update.state;
      this.trouble = null;
    } catch (error) {
      this.pause();
      this.trouble = error as Error;
    }
  }

  /** The last step that is not after a number of the log. */
  private indexOf(seq: number): number {
    return this.steps.findLastIndex((step) => step.seq <= seq);
  }
}
