/** Asks the server, while one writes, what the text would do or what is wrong with it. */
import type { Box } from "../../api/kinds";
import { person } from "../../api/person.svelte";
import { Refusal } from "../../api/refusal";
import { post } from "../../api/rest";
import { problemsOf, type Problem } from "./problems";

/** So long after the last letter, in milliseconds. */
const PAUSE = 250;
/** An answer usually comes at once: only when it does not, one is told that it is awaited. */
const LONG = 400;
/** Until one asks again who asked too often. */
const REST = 1000;

interface Verdict {
  box: Box | null;
  problems: readonly Problem[];
}

const NOTHING: Verdict = { box: null, problems: [] };

export class Check {
  /** The last verdict; it stays until there is another. */
  private verdict: Verdict = $state.raw(NOTHING);
  /** Whether an answer is awaited for so long that it should be said. */
  isSlow = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The text as it is now, the one to ask for, and the one of the last verdict. */
  private text = "";
  private due = "";
  private judged = "";
  private asking: Promise<void> | null = null;

  /** What the text holds, if it can be played with. */
  get box(): Box | null {
    return this.verdict.box;
  }

  get problems(): readonly Problem[] {
    return this.verdict.problems;
  }

  /** Look at this text when there is a pause; the empty text is neither right nor wrong. */
  look(text: string): void {
    this.text = text;
    if (text.trim() === "") this.forget();
    else this.wait(PAUSE);
  }

  /** What the text holds as it is now, without waiting for a pause. */
  async settled(): Promise<Box | null> {
    await this.ask();
    return this.judged === this.text ? this.box : null;
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private forget(): void {
    clearTimeout(this.timer);
    this.due = this.judged = this.text;
    this.verdict = NOTHING;
  }

  private wait(time: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(), time);
  }

  private ask(): Promise<void> {
    clearTimeout(this.timer);
    this.due = this.text;
    this.asking ??= this.askOn().finally(() => (this.asking = null));
    return this.asking;
  }

  /** One question at a time: what became due meanwhile is asked next. */
  private async askOn(): Promise<void> {
    const slow = setTimeout(() => (this.isSlow = true), LONG);
    while (this.judged !== this.due) {
      const text = this.due;
      const verdict = await verdictOn(text);
      if (verdict === null) {
        this.wait(REST);
        break;
      }
      // What was cleared or written since is newer than this answer.
      if (text !== this.due) continue;
      this.judged = text;
      this.verdict = verdict;
    }
    clearTimeout(slow);
    this.isSlow = false;
  }
}

/** What the server says of a text; null if it wants to be left alone for a moment. */
async function verdictOn(text: string): Promise<Verdict | null> {
  try {
    await person.known();
    if (person.me === null) await person.enter();
    return { box: await post<Box>("/api/content/check", { content: [text] }), problems: [] };
  } catch (error) {
    if (error instanceof Refusal && error.code === "too_fast") return null;
    return { box: null, problems: problemsOf(error as Error, text) };
  }
}
