/** Short notices at the edge of the page; they go by themselves, and what went wrong stays until it is read. */
import { announcer } from "../core/access/announcer.svelte";

export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly tone: "news" | "trouble";
}

/** How long a notice stays, in milliseconds. */
const STAY = 5_000;

class Toasts {
  notices: readonly Notice[] = $state.raw([]);
  private last = 0;

  tell(text: string): void {
    const notice = this.add(text, "news");
    announcer.say(text);
    setTimeout(() => this.dismiss(notice.id), STAY);
  }

  /** Tell what went wrong; anything that was thrown will do. */
  complain(error: unknown): void {
    const text = error instanceof Error ? error.message : String(error);
    if (this.notices.some((notice) => notice.text === text)) return;
    this.add(text, "trouble");
    announcer.alert(text);
  }

  dismiss(id: number): void {
    this.notices = this.notices.filter((notice) => notice.id !== id);
  }

  private add(text: string, tone: Notice["tone"]): Notice {
    this.last += 1;
    const notice = { id: this.last, text, tone };
    this.notices = [...this.notices, notice];
    return notice;
  }
}

export const toasts = new Toasts();
