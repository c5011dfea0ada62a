/** The table's socket: opens again by itself after every end, a little later each time and never in step with others. */
import type { Envelope } from "../../api/kinds";
import type { Listener, Message, Transport } from "./transport";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;

export class Socket implements Transport {
  private socket: WebSocket | null = null;
  private listener: Listener | null = null;
  private since: () => number | null = () => null;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked: number | null = null;
  private readonly table: string;

  constructor(table: string) {
    this.table = table;
  }

  open(listener: Listener, since: () => number | null): void {
    this.listener = listener;
    this.since = since;
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
    this.connect();
  }

  send(envelope: Envelope): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(envelope));
    return true;
  }

  close(): void {
    this.listener = null;
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    clearTimeout(this.timer);
    this.socket?.close();
  }

  renew(): void {
    this.socket?.close();
  }

  /** The network is back, or somebody looks again: do not wait any longer. */
  private readonly hurry = (): void => {
    if (document.visibilityState === "visible" && this.socket === null && this.listener !== null) {
      clearTimeout(this.timer);
      this.connect();
    }
  };

  private connect(): void {
    const since = this.since();
    const query = since === null ? "" : `?since=${since}`;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/tables/${this.table}${query}`);
    this.socket = socket;
    socket.onopen = () => {
      this.listener?.opened();
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      this.tries = 0;
      const message = JSON.parse(event.data) as Message;
      if (message.type === "bye") this.asked = message.retry * 1000;
      this.listener?.heard(message);
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      if (this.listener === null) return;
      const wait = this.asked ?? Math.random() * Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries);
      this.asked = null;
      this.tries += 1;
      this.listener.closed(wait, this.tries);
      this.timer = setTimeout(() => this.connect(), wait);
    };
  }
}
