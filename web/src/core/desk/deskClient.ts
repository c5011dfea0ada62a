/** The page's end of the line to a desk: asks, and hands on what tables tell. */
import type { DeskMessage } from "../../api/kinds";
import { needWords } from "../../words/words";
import { Refusal } from "../http/refusal";
import type { FromWorker, PageRequest, ToWorker } from "./protocol";

/** What of a worker or a message port is used. */
export interface Port {
  postMessage(message: ToWorker): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
}

interface Asked {
  resolve: (result: unknown) => void;
  reject: (reason: Error) => void;
}

export class DeskClient {
  private readonly port: Port;
  private readonly asked = new Map<number, Asked>();
  private readonly listeners = new Map<string, (message: DeskMessage) => void>();
  private lastId = 0;
  /** Why the worker does not answer any more. */
  private failure: Error | null = null;

  constructor(port: Port) {
    this.port = port;
    port.onmessage = ({ data }) => this.hear(data);
  }

  /** Ask something; rejects with a `Refusal`. */
  ask<Result>(request: PageRequest): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.failure !== null) {
        reject(this.failure);
        return;
      }
      this.lastId += 1;
      this.asked.set(this.lastId, { resolve: (result) => resolve(result as Result), reject });
      this.port.postMessage({ id: this.lastId, request });
    });
  }

  /** Hear what a table tells, until null is given. */
  listen(table: string, listener: ((message: DeskMessage) => void) | null): void {
    if (listener === null) this.listeners.delete(table);
    else this.listeners.set(table, listener);
  }

  /** The worker is gone: nothing more will be answered. */
  fail(reason: Error): void {
    this.failure = reason;
    for (const { reject } of this.asked.values()) reject(reason);
    this.asked.clear();
  }

  private hear(message: FromWorker): void {
    // What is told before it can answer is heard by whoever starts it.
    if ("total" in message || "started" in message || "failed" in message) return;
    if ("table" in message) {
      this.listeners.get(message.table)?.(message.message);
      return;
    }
    const asked = this.asked.get(message.id);
    this.asked.delete(message.id);
    if (asked === undefined) return;
    if ("result" in message) asked.resolve(message.result);
    else void refuse(asked, new Refusal(message.refused));
  }
}

async function refuse({ reject }: Asked, refusal: Refusal): Promise<void> {
  // Without the words the desk's own sentence has to do.
  await needWords("refusals").catch(() => undefined);
  reject(refusal);
}
