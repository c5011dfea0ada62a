/**
 * Reads what a table tells, message by message, whoever hosts it: applies patches to the newest state, tells the listener
 * of every entry, and brings answers to those who asked.
 */
import type {
  Ack,
  Command,
  Cost,
  CostsReply,
  DeskMessage,
  Envelope,
  Hint,
  HintReply,
  Nack,
  PatchUpdate,
  TableOpening,
  TableView,
} from "../../api/kinds";
import { differs, entryOf, stateAfter } from "./entries";
import { Outbox } from "./outbox";
import { MisfitError, reconciled } from "./patches";
import type { Entry, SourceListener } from "./source";

/** Before log and chat are asked for again, in milliseconds. */
const RETRY_HISTORY = 3_000;

/** The way to whoever hosts the table. */
export interface Line {
  transmit(envelope: Envelope): void;
  /** Connect anew; what was missed is told then. */
  connectAgain(): void;
  /** The table with its log and its chat. */
  opening(): Promise<TableOpening>;
  /** A newer state is known. */
  onState(state: TableView): void;
  /** The head of the hash chain after an entry. */
  onHead(seq: number, chain: string): void;
}

export class TableMessages {
  listener: SourceListener | null = null;
  /** Whether the next connection begins with a whole state, whatever is known here. */
  wantsState = false;
  /** The newest state. */
  private newest: TableView | null = null;
  /** The number of the state that the table went on from last. */
  private restartedAt = 0;
  private readonly line: Line;
  private readonly outbox: Outbox;

  constructor(line: Line) {
    this.line = line;
    this.outbox = new Outbox(
      (envelope) => this.line.transmit(envelope),
      () => this.line.connectAgain(),
    );
  }

  /** The number after which updates are missed; null if a whole state is needed. */
  get since(): number | null {
    return this.newest === null || this.wantsState ? null : this.newest.seq;
  }

  /** The table begins with this state. */
  begin({ state, chain }: TableOpening): void {
    this.know(state);
    this.line.onHead(state.seq, chain);
  }

  close(): void {
    this.listener = null;
    this.outbox.close();
  }

  send(command: Command): Promise<number> {
    const needsBase = command.do === "act" || command.do === "undo";
    return this.outbox.command(command, needsBase ? (this.newest?.seq ?? null) : null);
  }

  /** The way is open again: whatever has no answer is sent once more. */
  sendAgain(): void {
    this.outbox.sendAgain();
  }

  async hints(): Promise<readonly Hint[]> {
    return (await this.outbox.ask<HintReply>({ do: "hint" })).hints;
  }

  async costs(): Promise<readonly Cost[]> {
    return (await this.outbox.ask<CostsReply>({ do: "costs" })).costs;
  }

  /** Connect anew, and begin with a whole state. */
  restartFromState(): void {
    this.wantsState = true;
    this.line.connectAgain();
  }

  heard(message: DeskMessage): void {
    switch (message.type) {
      case "patch":
        this.take(message);
        break;
      case "update":
        if (message.state !== null) void this.restart(message.state);
        this.line.onHead(message.seq, message.chain);
        break;
      case "ack":
        this.outbox.acknowledged(message, this.newest?.seq ?? 0);
        break;
      case "hints":
      case "costs":
        this.outbox.replied(message);
        break;
      case "nack":
        this.refused(message);
        break;
      case "presence":
        this.listener?.onPresence(message);
        break;
    }
  }

  private refused(message: Nack): void {
    if (message.code === "base_ahead") this.restartFromState();
    void this.outbox.refused(message);
  }

  /** An entry with its changes. One that does not follow on what is known leads to a whole state, never to a guess. */
  private take(message: PatchUpdate): void {
    const { newest } = this;
    if (newest === null || message.seq <= newest.seq) return;
    if (message.seq !== newest.seq + 1) {
      this.restartFromState();
      return;
    }
    let entry: Entry;
    try {
      entry = entryOf(message, newest);
    } catch (error) {
      if (!(error instanceof MisfitError)) throw error;
      this.askAgain();
      return;
    }
    const after = stateAfter(entry, newest);
    this.know(after);
    this.line.onHead(message.seq, message.chain ?? "");
    this.listener?.onEntry(entry);
    this.outbox.arrived(message.seq, message.command ?? null);
    if (message.state != null && differs(this.newest ?? after, message.state)) this.askAgain();
  }

  private know(state: TableView): void {
    this.newest = state;
    this.line.onState(state);
  }

  /** Patches led to another table than the host's: take its own, and let it count that. */
  private askAgain(): void {
    void this.outbox.ask<Ack>({ do: "state", differs: true }).catch(() => undefined);
  }

  /** Go on from a whole state; log and chat have a gap before it, and are read again. */
  private async restart(state: TableView): Promise<void> {
    this.wantsState = false;
    const agreement = state.agreement ?? this.newest?.agreement ?? null;
    const restarted = reconciled(this.newest, { ...state, agreement });
    this.know(restarted);
    this.listener?.onRestart(restarted);
    this.outbox.arrived(state.seq);
    await this.tellHistory(state.seq);
  }

  /** Read what led to a state; without a connection it is tried again, unless a newer state has come. */
  private async tellHistory(seq: number): Promise<void> {
    this.restartedAt = seq;
    try {
      const { log, chat } = await this.line.opening();
      this.listener?.onHistory({
        seq,
        log: log.filter((line) => line.seq <= seq),
        chat: chat.filter((message) => message.seq <= seq),
      });
    } catch {
      setTimeout(() => {
        if (this.listener !== null && this.restartedAt === seq) void this.tellHistory(seq);
      }, RETRY_HISTORY);
    }
  }
}
