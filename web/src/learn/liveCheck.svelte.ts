/** Asks the rules, while one changes something, what it says of it: in a pause, and one question at a time. */
import { Refusal } from "../core/http/refusal";

/** So long after the last change, in milliseconds. */
const PAUSE = 250;
/** An answer usually comes at once: only when it does not, one is told that it is awaited. */
const LONG = 400;
/** Until one asks again who asked too often. */
const REST = 1000;
const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, REST));

export abstract class LiveCheck<Subject, Result> {
  /** The last answer; it stays until there is another. */
  result: Result | null = $state.raw(null);
  /** Why there is none. */
  error: Error | null = $state.raw(null);
  /** Whether an answer is awaited for so long that it should be said. */
  isSlow = $state(false);
  /** What there is now, what to ask about, and what the last answer is about. */
  private current: Subject | null = null;
  private due: Subject | null = null;
  protected judged: Subject | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking: Promise<void> | null = null;
  /** Whether nobody wants to know any more. */
  private isStopped = false;

  protected abstract request(subject: Subject): Promise<Result>;

  /** Ask about this when there is a pause; null is neither right nor wrong. */
  look(subject: Subject | null): void {
    this.current = subject;
    clearTimeout(this.timer);
    if (subject !== null) {
      this.timer = setTimeout(() => void this.ask(), PAUSE);
    } else {
      this.due = null;
      this.answered(null, null, null);
    }
  }

  /** What is said of it as it is now, without waiting for a pause; null if nothing can be said. */
  async settled(): Promise<Result | null> {
    do await this.ask();
    while (this.judged !== this.current && !this.isStopped);
    return this.isStopped ? null : this.result;
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  protected answered(subject: Subject | null, result: Result | null, error: Error | null): void {
    this.judged = subject;
    this.result = result;
    this.error = error;
  }

  private ask(): Promise<void> {
    clearTimeout(this.timer);
    this.due = this.current;
    this.asking ??= this.askOn().finally(() => (this.asking = null));
    return this.asking;
  }

  /** Until it is answered: what became due meanwhile is asked next. */
  private async askOn(): Promise<void> {
    const slow = setTimeout(() => (this.isSlow = true), LONG);
    while (this.due !== null && this.judged !== this.due && !this.isStopped) await this.askAbout(this.due);
    clearTimeout(slow);
    this.isSlow = false;
  }

  private async askAbout(subject: Subject): Promise<void> {
    // What was cleared or changed since is newer than this answer.
    const isDue = (): boolean => subject === this.due;
    try {
      const result = await this.request(subject);
      if (isDue()) this.answered(subject, result, null);
    } catch (error) {
      if (error instanceof Refusal && error.code === "too_fast") await rest();
      else if (isDue()) this.answered(subject, null, error as Error);
    }
  }
}
