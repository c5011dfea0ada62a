/** How a table's messages travel: a socket now, a worker with the engine inside for offline play later. */
import type { Ack, HintReply, Bye, Envelope, Nack, Presence, Update } from "../../api/kinds";

export type Message = Update | Ack | Nack | HintReply | Bye | Presence;

export interface Listener {
  /** The way is open; what was not answered may be sent again. */
  opened(): void;
  heard(message: Message): void;
  /** The way is closed; it is tried again in so many milliseconds, after so many tries in vain. */
  closed(retry: number, tries: number): void;
}

export interface Transport {
  /** Begin after this number of the log; null asks for a snapshot. */
  open(listener: Listener, since: () => number | null): void;
  /** Whether the envelope went out; if not, it is for the sender to try again when the way is open. */
  send(envelope: Envelope): boolean;
  /** The other side does not answer: try another way to it. */
  renew(): void;
  close(): void;
}
