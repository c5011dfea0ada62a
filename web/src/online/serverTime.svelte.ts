/** What time it is at the server: clocks run there, and the clock of this device may be wrong. */
import { createSubscriber } from "svelte/reactivity";
import type { Health } from "../api/kinds";

const SECOND = 1000;

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
    const health = await fetch("/api/health", { cache: "no-store" })
      .then((response) => (response.ok ? (response.json() as Promise<Health>) : null))
      .catch(() => null);
    if (health === null) return;
    this.offset = health.time - (sent + Date.now()) / 2 / SECOND;
    this.isKnown = true;
  }
}

export const serverTime = new ServerTime();
