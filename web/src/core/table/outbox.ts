/**
 * Commands and questions that are not answered yet. Each has an id and is sent again after every break, which is safe:
 * the server carries out an id once. A command is done when its entry has arrived, a question when its reply has.
 */
import type { Ack, Command, CostsReply, Envelope, HintReply, Nack, Inquiry } from "../../api/kinds";
import { Refusal } from "../http/refusal";
import { needWords } from "../../words/words";
import { unique } from "../http/unique";

/** After this long without an answer another connection is tried, in milliseconds. */
const MAX_WAIT = 8_000;

type Reply = Ack | HintReply | CostsReply;

interface Sent {
  envelope: Envelope;
  isCommand: boolean;
  /** The number of the entry, once the server has named it. */
  seq: number | null;
  resolve: (reply: Reply) => void;
  reject: (reason: Error) => void;
}

export class Outbox {
  private sent: readonly Sent[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly transmit: (envelope: Envelope) => void;
  private readonly reconnect: () => void;

  constructor(transmit: (envelope: Envelope) => void, reconnect: () => void) {
    this.transmit = transmit;
    this.reconnect = reconnect;
  }

  /** Send a command; resolves with the number of its entry when that has arrived. */
  async command(cmd: Command, base: number | null): Promise<number> {
    const reply = await this.post({ v: 1, id: unique(), base, cmd }, true);
    return reply.seq;
  }

  /** Ask something that changes nothing. */
  async ask<Answer extends Reply>(cmd: Inquiry): Promise<Answer> {
    return (await this.post({ v: 1, id: unique(), base: null, cmd }, false)) as Answer;
  }

  /** The way is open again: whatever has no answer is sent once more. */
  sendAgain(): void {
    for (const { envelope } of this.sent) this.transmit(envelope);
  }

  /** The table is at this number now; the entry may have come from a command of ours. */
  arrived(seq: number, command: string | null = null): void {
    for (const sent of this.sent) {
      const { envelope } = sent;
      if (envelope.id === command) this.settle(envelope.id)?.resolve({ type: "ack", ack: envelope.id, seq });
      else if (sent.seq !== null && sent.seq <= seq) {
        this.settle(envelope.id)?.resolve({ type: "ack", ack: envelope.id, seq: sent.seq });
      }
    }
  }

  /** The server has stored a command; its entry may still be on its way. */
  acknowledged(ack: Ack, head: number): void {
    const sent = this.sent.find(({ envelope }) => envelope.id === ack.ack);
    if (sent === undefined) return;
    sent.seq = ack.seq;
    if (!sent.isCommand || ack.seq <= head) this.settle(ack.ack)?.resolve(ack);
  }

  replied(reply: HintReply | CostsReply): void {
    this.settle(reply.ack)?.resolve(reply);
  }

  async refused(nack: Nack): Promise<void> {
    // Without the words the server's own sentence has to do.
    await needWords("refusals").catch(() => undefined);
    this.settle(nack.nack)?.reject(new Refusal(nack));
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private post(envelope: Envelope, isCommand: boolean): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.sent = [...this.sent, { envelope, isCommand, seq: null, resolve, reject }];
      this.transmit(envelope);
      this.wait();
    });
  }

  private settle(id: string): Sent | undefined {
    const settled = this.sent.find(({ envelope }) => envelope.id === id);
    this.sent = this.sent.filter((sent) => sent !== settled);
    this.wait();
    return settled;
  }

  /** Commands are answered at once; whoever is asked for a hint may think for longer. */
  private wait(): void {
    clearTimeout(this.timer);
    if (!this.sent.some(({ isCommand }) => isCommand)) return;
    this.timer = setTimeout(() => {
      this.reconnect();
      this.wait();
    }, MAX_WAIT);
  }
}
