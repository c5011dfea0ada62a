/** A socket that opens again by itself after every end, a little later each time and never in step with others. */

/** Before the first try, and at most, in milliseconds. */
const FIRST_WAIT = 400;
const MAX_WAIT = 15_000;

export interface SocketListener {
  opened(): void;
  /** It is tried again; so many tries were in vain. */
  closed(tries: number): void;
  heard(message: string): void;
}

export class Socket {
  private socket: WebSocket | null = null;
  private listener: SocketListener | null = null;
  private address: () => string = () => "";
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** How long the server asked to wait before the next try. */
  private askedWait: number | null = null;

  /** Connect, now and after every end; the address is asked for each time. */
  open(listener: SocketListener, address: () => string): void {
    this.listener = listener;
    this.address = address;
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
    this.connect();
  }

  /** Whether the text went out; if not, it is for the sender to try again when the socket is open. */
  send(text: string): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(text);
    return true;
  }

  close(): void {
    this.listener = null;
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    clearTimeout(this.timer);
    this.socket?.close();
  }

  reconnect(): void {
    this.socket?.close();
  }

  waitBeforeRetry(milliseconds: number): void {
    this.askedWait = milliseconds;
  }

  /** The network is back, or somebody looks again: do not wait any longer. */
  private readonly hurry = (): void => {
    if (document.visibilityState === "visible" && this.socket === null && this.listener !== null) {
      clearTimeout(this.timer);
      this.connect();
    }
  };

  private connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.address()}`);
    this.socket = socket;
    socket.onopen = () => this.listener?.opened();
    socket.onmessage = (event: MessageEvent<string>) => {
      this.tries = 0;
      this.listener?.heard(event.data);
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      if (this.listener === null) return;
      const wait = this.askedWait ?? Math.random() * Math.min(MAX_WAIT, FIRST_WAIT * 2 ** this.tries);
      this.askedWait = null;
      this.tries += 1;
      this.listener.closed(this.tries);
      this.timer = setTimeout(() => this.connect(), wait);
    };
  }
}
