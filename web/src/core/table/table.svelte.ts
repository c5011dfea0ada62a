/**
 * A table that is open in this browser: what its source told, what is shown of that, and what was sent and has not
 * arrived yet. It contains no rule.
 */
import type {
  Box,
  ChatMessage,
  Command,
  Cost,
  Hint,
  Layout,
  LogLine,
  Presence,
  TableSettings,
  TableView,
} from "../../api/kinds";
import { settings } from "../../settings/settings.svelte";
import { Unreachable } from "../http/refusal";
import { durationOf, holdOf } from "./pace";
import type { Scene } from "./scene";
import type { Entry, History, SourceListener, TableSource } from "./source";
import { lineOf, pastStep, stepsOf, withLine, withLines, type Step, type UntoldStep } from "./step";

/** More steps than this are not shown one by one to somebody who comes back. */
const MAX_QUEUED_STEPS = 60;
/** Before a table that could not be reached is asked for again, in milliseconds. */
const RETRY_OPENING = 2_000;

/** Called with every step as it is shown. */
export type Follower = (step: Step) => void;

interface Following {
  step: Follower;
  restart: () => void;
}

export class Table implements Scene, SourceListener {
  readonly id: string;
  readonly source: TableSource;
  agreement: TableSettings | null = $state.raw(null);
  /** The newest that is known. */
  head: TableView | null = $state.raw(null);
  /** What is shown; it follows the head step by step. */
  shown: TableView | null = $state.raw(null);
  step: Step | null = $state.raw(null);
  box: Box = $state.raw({ races: [], powers: [], maps: [] });
  layout: Layout | null = $state.raw(null);
  /** What has been shown so far, without what was taken back. */
  log: readonly LogLine[] = $state.raw([]);
  chat: readonly ChatMessage[] = $state.raw([]);
  presence: Presence | null = $state.raw(null);
  isConnected = $state(false);
  /** Why there is no such table any more, or why one may not see it. */
  gone: Error | null = $state.raw(null);
  /** The last thing that was refused, until somebody reads it. */
  trouble: Error | null = $state.raw(null);
  /** How many times as fast as usual steps are shown. */
  speed = $state(1);
  /** The commands that have not arrived yet. */
  sending: readonly Command[] = $state.raw([]);

  /** The numbers of chat messages that were removed, and of entries that were taken back. */
  private removed: readonly number[] = [];
  private takenBack: readonly number[] = [];
  private queue: UntoldStep[] = [];
  private isTelling = false;
  private followings: readonly Following[] = [];
  private wake: (() => void) | null = null;
  private isClosed = false;

  constructor(source: TableSource) {
    this.id = source.id;
    this.source = source;
  }

  /** Whether everything that is known is also shown: only then can one decide. */
  get isCaughtUp(): boolean {
    return this.shown === this.head;
  }

  /** Whether an answer of one's own is on its way. */
  get isBusy(): boolean {
    return this.sending.some(({ do: verb }) => verb === "act" || verb === "undo");
  }

  /** What the viewer may decide now, once they have seen everything and nothing of theirs is on its way. */
  get decision(): TableView["decision"] {
    return this.isCaughtUp && !this.isBusy ? (this.head?.decision ?? null) : null;
  }

  get ownSeats(): number[] {
    if (this.source.isRecord) return [];
    return (this.shown?.seats ?? []).flatMap((seat, number) => (seat.is_yours ? [number] : []));
  }

  /** Load the table, and listen to what happens; without a connection it is tried again until there is one. */
  async open(): Promise<void> {
    try {
      await this.load();
    } catch (error) {
      if (!(error instanceof Unreachable)) {
        this.gone = error as Error;
        return;
      }
      this.trouble = error;
      await this.rest(RETRY_OPENING);
      if (!this.isClosed) await this.open();
      return;
    }
    if (!this.isClosed) this.source.listen(this);
  }

  close(): void {
    this.isClosed = true;
    this.source.close();
    this.queue = [];
    this.wake?.();
  }

  /**
   * Call a function with every step as it is shown, and first with those that were shown before. Where the log
   * begins anew `restart` is called, and then all steps are told again. Call what it returns to end that.
   */
  follow(step: Follower, restart: () => void = () => undefined): () => void {
    const following = { step, restart };
    this.followings = [...this.followings, following];
    for (const line of this.log) step(pastStep(line));
    return () => {
      this.followings = this.followings.filter((each) => each !== following);
    };
  }

  /** Send a command; resolves with the number of its entry when that has arrived, rejects with the reason. */
  async send(command: Command): Promise<number> {
    this.sending = [...this.sending, command];
    try {
      return await this.source.send(command);
    } finally {
      this.sending = this.sending.filter((each) => each !== command);
    }
  }

  /** Send a command; a refusal is shown as trouble. Whether it was carried out. */
  async try(command: Command): Promise<boolean> {
    try {
      await this.send(command);
      return true;
    } catch (error) {
      this.trouble = error as Error;
      return false;
    }
  }

  get address(): string {
    return this.source.address;
  }

  drawing(theme: string): string {
    return this.source.drawing(theme);
  }

  hints(): Promise<readonly Hint[]> {
    return this.source.hints();
  }

  costs(): Promise<readonly Cost[]> {
    return this.source.costs();
  }

  /** Show at once everything that is known. */
  skip(): void {
    const { queue } = this;
    this.queue = [];
    for (const step of queue) this.tell(step, 0, false);
    this.step = null;
    this.wake?.();
  }

  onConnected(): void {
    this.isConnected = true;
  }

  onDisconnected(): void {
    this.isConnected = false;
    this.presence = null;
  }

  onPresence(presence: Presence): void {
    this.presence = presence;
  }

  onGone(reason: Error): void {
    this.gone = reason;
  }

  onEntry(entry: Entry): void {
    if (entry.removed !== null) this.remove(entry.removed);
    if (entry.said !== null) this.say(entry, entry.said);
    const last = entry.steps.at(-1);
    if (last === undefined) return;
    this.head = last.state;
    this.queue.push(...stepsOf(entry));
    if (this.queue.length > MAX_QUEUED_STEPS) this.skip();
    if (!this.isTelling) void this.tellQueue();
  }

  onRestart(state: TableView): void {
    this.skip();
    this.agreement = state.agreement ?? this.agreement;
    this.head = this.shown = state;
    // A replay may go back, and a server of which an older backup was restored.
    this.log = this.log.filter((line) => line.seq <= state.seq);
    this.chat = this.chat.filter((message) => message.seq <= state.seq);
  }

  onHistory({ seq, log, chat }: History): void {
    const newer = this.log.filter((line) => line.seq > seq);
    const said = this.chat.filter((message) => message.seq > seq);
    // What was removed or taken back while it was read may still be in it.
    this.chat = [...chat, ...said].filter((message) => !this.removed.includes(message.seq));
    for (const { restart } of this.followings) restart();
    this.tellPast([...log, ...newer].filter((line) => !this.takenBack.includes(line.seq)));
  }

  private async load(): Promise<void> {
    const { state, box, layout, log, chat } = await this.source.open();
    this.agreement = state.agreement;
    this.box = box;
    this.layout = layout;
    this.chat = chat;
    this.head = this.shown = state;
    this.trouble = null;
    this.tellPast(log);
  }

  /** Chat does not wait until the board has caught up. */
  private say(entry: Entry, said: ChatMessage): void {
    this.chat = [...this.chat, said];
    const { seq, at, what, seat } = entry;
    const line = { seq, at, what, seat, events: [] };
    this.inform({ ...pastStep(line), said, isLive: true });
  }

  private remove(seq: number): void {
    this.removed = [...this.removed, seq];
    this.chat = this.chat.filter((message) => message.seq !== seq);
  }

  private tellPast(log: readonly LogLine[]): void {
    this.log = withLines(log);
    for (const line of this.log) this.inform(pastStep(line));
  }

  /** Show what is queued, one step after the other. */
  private async tellQueue(): Promise<void> {
    this.isTelling = true;
    for (let step = this.queue.shift(); step; step = this.queue.shift()) {
      const { ownSeats } = this;
      const isOwn = step.seat !== null && ownSeats.includes(step.seat);
      const pace = document.hidden ? 0 : settings.pace / this.speed;
      const duration = durationOf(step.events, pace, isOwn);
      this.tell(step, duration, true);
      if (duration > 0) await this.rest(duration + holdOf(step.events, pace, ownSeats, isOwn));
    }
    this.step = null;
    this.isTelling = false;
  }

  /** Show a step, and tell everybody who follows the table. */
  private tell({ state, ...untold }: UntoldStep, duration: number, isLive: boolean): void {
    const before = this.shown?.view ?? null;
    const step = { ...untold, before, after: state?.view ?? before, duration, isLive };
    this.step = duration > 0 ? step : null;
    this.shown = state ?? this.shown;
    if (step.takesBack !== null) this.takenBack = [...this.takenBack, step.takesBack];
    this.log = withLine(this.log, lineOf(step));
    this.inform(step);
  }

  private inform(step: Step): void {
    for (const following of this.followings) following.step(step);
  }

  private rest(duration: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, duration);
      function done(): void {
        clearTimeout(timer);
        resolve();
      }
      this.wake = done;
    });
  }
}
