/** What time it is at the server: clocks run there, and the clock of this device may be wrong. */
import { createSubscriber } from "svelte/reactivity";

const SECOND = 1000;
/** The date of an answer names a second, so on average half of one is missing. */
const HALF = 0.5;

class ServerTime {
  /** Seconds that the server is ahead of this device. */
  private offset = 0;
  private isKnown = false;
  private readonly ticking = createSubscriber((tick) => {
    void this.ask();
    const timer = setInterval(tick, SECOND);
    return () => clearInterval(timer);
  });

  /** Seconds since 1970; whoever reads it while drawing is drawn again each second. */
  get now(): number {
    this.ticking();
    return Date.now() / SECOND + this.offset;
  }

  /** Something that the server wrote down at this time has just come: it is at least as late there. */
  hear(at: number): void {
    const ahead = at - Date.now() / SECOND;
    if (this.isKnown && ahead > this.offset) this.offset = ahead;
  }

  private async ask(): Promise<void> {
    if (this.isKnown) return;
    const sent = Date.now();
    const date = await fetch("/api/health", { cache: "no-store" })
      .then((response) => Date.parse(response.headers.get("date") ?? ""))
      .catch(() => NaN);
    if (Number.isNaN(date)) return;
    this.offset = date / SECOND + HALF - (sent + Date.now()) / 2 / SECOND;
    this.isKnown = true;
  }
}

export const serverTime = new ServerTime();
