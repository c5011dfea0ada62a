/** Short notices at the edge of the page; they go by themselves, and what went wrong stays until it is read. */
import { announcer } from "../core/access/announcer.svelte";

export interface Notice {
  readonly id: number;
  /** Worded whenever it is read. */
  readonly text: string;
  readonly tone: "news" | "trouble";
}

/** How long a notice stays, in milliseconds. */
const STAY = 5_000;

class Toasts {
  notices: readonly Notice[] = $state.raw([]);
  private last = 0;

  tell(text: string): void {
    const notice = this.add(() => text, "news");
    announcer.say(text);
    setTimeout(() => this.dismiss(notice.id), STAY);
  }

  /** Tell what went wrong; anything that was thrown will do. */
  complain(error: unknown): void {
    const words = (): string => (error instanceof Error ? error.message : String(error));
    if (this.notices.some((notice) => notice.text === words())) return;
    this.add(words, "trouble");
    announcer.alert(words());
  }

  dismiss(id: number): void {
    this.notices = this.notices.filter((notice) => notice.id !== id);
  }

  private add(words: () => string, tone: Notice["tone"]): Notice {
    this.last += 1;
    const notice: Notice = {
      id: this.last,
      tone,
      get text() {
        return words();
      },
    };
    this.notices = [...this.notices, notice];
    return notice;
  }
}

export const toasts = new Toasts();
