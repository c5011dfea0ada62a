/**
 * A table that is open in this browser: what the server told of it, what is shown of that, and what was asked and is not
 * yet answered. It contains no rule: it shows states and sends commands.
 */
import { get } from "../http/rest";
import { Refusal } from "../http/refusal";
import { Socket } from "./socket";
import type { Listener, Message, Transport } from "./transport";
import { unique } from "../http/unique";
import type {
  TableSettings,
  Box,
  Command,
  Envelope,
  Hint,
  Layout,
  LogLine,
  Presence,
  ChatMessage,
  TableView,
  Update,
} from "../../api/kinds";
import { settings } from "../../settings/settings.svelte";
import { durationOf, holdOf } from "./pace";
import { beatOf, stagesOf, type Beat, type Scene } from "./scene";

/** After so long without an answer another connection is tried. */
const PATIENCE = 8_000;
/** A story longer than this is not shown step by step to one who comes back. */
const LONGEST_STORY = 60;
/** After so many tries in vain we ask whether the table is still there. */
const TRIES = 3;

export interface Pending {
  envelope: Envelope;
  resolve: (seq: number) => void;
  reject: (refusal: Error) => void;
  hints?: (hints: Hint[]) => void;
}

export class Table implements Scene, Listener {
  readonly id: string;
  agreement: TableSettings | null = $state.raw(null);
  /** The newest that is known. */
  head: TableView | null = $state.raw(null);
  /** What is shown; it follows the head step by step. */
  shown: TableView | null = $state.raw(null);
  beat: Beat | null = $state.raw(null);
  box: Box = $state.raw({ races: [], powers: [], maps: [] });
  layout: Layout | null = $state.raw(null);
  log: readonly LogLine[] = $state.raw([]);
  sayings: readonly ChatMessage[] = $state.raw([]);
  presence: Presence | null = $state.raw(null);
  pending: readonly Pending[] = $state.raw([]);
  isConnected = $state(false);
  /** Why there is no such table any more, or why one may not see it. */
  gone: Error | null = $state.raw(null);
  /** The last thing that was refused, until somebody reads it. */
  trouble: Error | null = $state.raw(null);

  /** The numbers of what was said here and taken away again. */
  private removed: readonly number[] = [];
  private queue: Update[] = [];
  private isTelling = false;
  /** What is being shown, as long as nobody skips it. */
  private told: Update | null = null;
  private wake: (() => void) | null = null;
  private seq = 0;
  private readonly transport: Transport;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isClosed = false;

  constructor(id: string, transport: Transport = new Socket(id)) {
    this.id = id;
    this.transport = transport;
  }

  /** Whether everything that is known is also shown: only then can one decide. */
  get isCaughtUp(): boolean {
    return this.shown === this.head;
  }

  /** What the viewer may decide now, once they have seen everything and nothing of theirs is on its way. */
  get decision(): TableView["decision"] {
    return this.isCaughtUp && this.pending.length === 0 ? (this.head?.decision ?? null) : null;
  }

  get ownSeats(): number[] {
    return (this.shown?.seats ?? []).flatMap((seat, number) => (seat.is_yours ? [number] : []));
  }

  /** Load what does not change and listen to the rest. */
  async open(): Promise<void> {
    try {
      const [state, box] = await Promise.all([
        get<TableView>(`/api/tables/${this.id}`),
        get<Box>(`/api/tables/${this.id}/box`),
      ]);
      const drawn = this.drawn();
      // Asked for afterwards, both know all that led to this state; what came since will be told.
      const [log, sayings] = await Promise.all([
        get<LogLine[]>(`/api/tables/${this.id}/log`),
        get<ChatMessage[]>(`/api/tables/${this.id}/chat`),
      ]);
      this.agreement = state.agreement;
      this.box = box;
      this.seq = state.seq;
      this.sayings = sayings.filter((saying) => saying.seq <= state.seq);
      this.log = log.filter((line) => line.seq <= state.seq);
      this.head = this.shown = state;
      this.layout = await drawn;
    } catch (error) {
      this.gone = error as Error;
      return;
    }
    if (!this.isClosed) this.transport.open(this, () => this.seq);
  }

  /** Where things stand on the map; null for a map that cannot be drawn. A busy server is asked again. */
  private async drawn(): Promise<Layout | null> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await get<Layout>(`/api/tables/${this.id}/layout`);
      } catch (error) {
        const isFinal = error instanceof Refusal && error.code === "no_outlines";
        if (isFinal || tries === TRIES) return null;
      }
    }
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.transport.close();
    this.queue = [];
    this.skip();
  }

  /** Connect anew, as when somebody who watched has come in and is known now. */
  renew(): void {
    this.transport.renew();
  }

  /** Send a command; resolves with its number when it is stored, rejects with the reason when it is refused. */
  send(cmd: Command): Promise<number> {
    return new Promise((resolve, reject) => {
      this.post({ envelope: this.enveloped(cmd), resolve, reject });
    });
  }

  /** Send a command; a refusal is shown as trouble. Whether it was carried out. */
  async try(cmd: Command): Promise<boolean> {
    try {
      await this.send(cmd);
      return true;
    } catch (error) {
      this.trouble = error as Error;
      return false;
    }
  }

  async hints(): Promise<Hint[]> {
    return new Promise((resolve, reject) => {
      this.post({
        envelope: this.enveloped({ do: "hint" }),
        resolve: () => undefined,
        reject,
        hints: resolve,
      });
    });
  }

  /** Show at once everything that is known. */
  skip(): void {
    const last = this.queue.findLast((update) => update.state !== null) ?? this.told;
    this.queue = [];
    this.told = null;
    if (last?.state) this.shown = this.kept(last.state);
    this.beat = null;
    this.wake?.();
  }

  opened(): void {
    this.isConnected = true;
    for (const pending of this.pending) this.transport.send(pending.envelope);
  }

  closed(_retry: number, tries: number): void {
    this.isConnected = false;
    this.presence = null;
    if (tries === TRIES) void this.look();
  }

  heard(message: Message): void {
    switch (message.type) {
      case "update":
        this.take(message);
        break;
      case "ack":
        this.settle(message.ack)?.resolve(message.seq);
        break;
      case "hints":
        this.settle(message.ack)?.hints?.(message.hints);
        break;
      case "nack":
        this.settle(message.nack)?.reject(new Refusal(message));
        break;
      case "presence":
        this.presence = message;
        break;
      case "bye":
        break;
    }
  }

  private enveloped(cmd: Command): Envelope {
    const needsBase = cmd.do === "act" || cmd.do === "undo";
    return { v: 1, id: unique(), base: needsBase ? (this.head?.seq ?? null) : null, cmd };
  }

  private post(pending: Pending): void {
    this.pending = [...this.pending, pending];
    this.transport.send(pending.envelope);
    this.expect();
  }

  private settle(id: string): Pending | undefined {
    const found = this.pending.find((pending) => pending.envelope.id === id);
    this.pending = this.pending.filter((pending) => pending !== found);
    this.expect();
    return found;
  }

  private expect(): void {
    clearTimeout(this.timer);
    // An expert who is asked by many may think for longer than that.
    if (this.pending.some((pending) => pending.hints === undefined)) {
      this.timer = setTimeout(() => {
        this.transport.renew();
        this.expect();
      }, PATIENCE);
    }
  }

  private async look(): Promise<void> {
    try {
      await get(`/api/tables/${this.id}`);
    } catch (error) {
      if (error instanceof Refusal && error.code !== "unavailable") {
        this.gone = error;
        this.transport.close();
      }
    }
  }

  private take(update: Update): void {
    const isSnapshot = update.what === "snapshot";
    if (update.seq <= this.seq && !isSnapshot) return;
    if (!isSnapshot && update.seq !== this.seq + 1) {
      this.transport.renew();
      return;
    }
    this.seq = update.seq;
    if (update.said) this.sayings = [...this.sayings, update.said];
    if (update.removed != null) this.remove(update.removed);
    if (!isSnapshot && (update.events.length > 0 || update.state !== null)) {
      const { seq, at, what, seat, events } = update;
      this.log = [...this.log, { seq, at, what, seat, events }];
    }
    if (update.state === null) return;
    if (isSnapshot) {
      this.skip();
      this.agreement = update.state.agreement ?? this.agreement;
      this.head = this.shown = this.kept(update.state);
      void this.reread(update.seq);
      return;
    }
    this.head = this.kept(update.state);
    this.queue.push({ ...update, state: this.head });
    if (this.queue.length > LONGEST_STORY) this.skip();
    if (!this.isTelling) void this.tell();
  }

  private remove(seq: number): void {
    this.removed = [...this.removed, seq];
    this.sayings = this.sayings.filter((saying) => saying.seq !== seq);
  }

  /** After a snapshot of this number log and chat have a gap. */
  private async reread(seq: number): Promise<void> {
    const [log, sayings] = await Promise.all([
      get<LogLine[]>(`/api/tables/${this.id}/log`).catch(() => this.log),
      get<ChatMessage[]>(`/api/tables/${this.id}/chat`).catch(() => this.sayings),
    ]);
    this.log = joined(log, this.log, seq);
    // What was removed while we asked may still be in the answer.
    this.sayings = joined(sayings, this.sayings, seq).filter((saying) => !this.removed.includes(saying.seq));
  }

  /** Show what is queued, one step after the other. */
  private async tell(): Promise<void> {
    this.isTelling = true;
    for (let update = this.queue.shift(); update; update = this.queue.shift()) {
      this.told = update;
      await this.tellOf(update);
    }
    this.told = null;
    this.beat = null;
    this.isTelling = false;
  }

  /** What follows from a die is shown when the die lies. */
  private async tellOf(update: Update): Promise<void> {
    const { ownSeats } = this;
    const isOwn = update.seat !== null && ownSeats.includes(update.seat);
    for (const stage of stagesOf(update)) {
      if (this.told !== update) return;
      const pace = document.hidden ? 0 : settings.pace;
      const duration = durationOf(stage.events, pace, isOwn);
      const before = this.shown?.view ?? null;
      this.beat = duration > 0 ? beatOf(stage, before, duration) : null;
      this.shown = stage.state ?? this.shown;
      if (duration > 0) await this.rest(duration + holdOf(stage.events, pace, ownSeats, isOwn));
    }
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

  /** A state of an update has no agreement, as that does not change. */
  private kept(state: TableView): TableView {
    return state.agreement ? state : { ...state, agreement: this.agreement };
  }
}

/** What was asked for up to a number, and what we were told since: the answer may know some of that already. */
function joined<Entry extends { seq: number }>(
  asked: readonly Entry[],
  told: readonly Entry[],
  seq: number,
): Entry[] {
  return [...asked.filter((entry) => entry.seq <= seq), ...told.filter((entry) => entry.seq > seq)];
}
