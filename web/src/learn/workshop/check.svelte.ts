/** Asks the server, while one writes, what the text would do or what is wrong with it. */
import type { Box } from "../../api/kinds";
import { person } from "../../api/person.svelte";
import { post } from "../../api/rest";
import { problemsOf, type Problem } from "./problems";

/** So long after the last letter, in milliseconds. */
const PAUSE = 450;

export class Check {
  /** What the text holds, if it can be played with. */
  box: Box | null = $state.raw(null);
  problems: readonly Problem[] = $state.raw([]);
  isChecking = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wanted = "";
  private isAsking = false;

  /** Look at this text when there is a pause; the empty text is neither right nor wrong. */
  look(text: string): void {
    clearTimeout(this.timer);
    this.wanted = text;
    const hasText = text.trim() !== "";
    this.isChecking = hasText;
    if (hasText) this.timer = setTimeout(() => void this.ask(), PAUSE);
    else this.tell(null, []);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  /** One question at a time: what was written meanwhile is asked next. */
  private async ask(): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    let asked: string;
    do {
      asked = this.wanted;
      await this.askFor(asked);
    } while (asked !== this.wanted && this.wanted.trim() !== "");
    this.isAsking = false;
    this.isChecking = false;
  }

  private async askFor(text: string): Promise<void> {
    try {
      await person.enter();
      const box = await post<Box>("/api/content/check", { content: [text] });
      if (text === this.wanted) this.tell(box, []);
    } catch (error) {
      if (text === this.wanted) this.tell(null, problemsOf(error as Error, text));
    }
  }

  private tell(box: Box | null, problems: readonly Problem[]): void {
    this.box = box;
    this.problems = problems;
  }
}
