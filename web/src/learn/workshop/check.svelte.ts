/** Asks the server, while one writes, what the text would do or what is wrong with it. */
import type { Box } from "../../api/kinds";
import { person } from "../../core/http/person.svelte";
import { Refusal } from "../../core/http/refusal";
import { post } from "../../core/http/rest";
import type { Played } from "./liveWords";
import { problemsOf, type Problem } from "./problems";

/** So long after the last letter, in milliseconds. */
const PAUSE = 250;
/** An answer usually comes at once: only when it does not, one is told that it is awaited. */
const LONG = 400;
/** Until one asks again who asked too often. */
const REST = 1000;
const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, REST));

interface Verdict {
  box: Box | null;
  /** Why the text cannot be played with. */
  error: Error | null;
}

const NOTHING: Verdict = { box: null, error: null };

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
  /** Whether nobody wants to know any more. */
  private isStopped = false;

  /** What the text holds, if it can be played with. */
  get box(): Box | null {
    return this.verdict.box;
  }

  /** What is wrong with the text, in the language that is spoken. */
  readonly problems: readonly Problem[] = $derived.by(() => {
    const { error } = this.verdict;
    return error === null ? [] : problemsOf(error, this.judged);
  });

  /** The last text that could be played with; it stays while others cannot. */
  played: Played | null = $state.raw(null);

  /** Look at this text when there is a pause; the empty text is neither right nor wrong. */
  look(text: string): void {
    this.text = text;
    clearTimeout(this.timer);
    if (text.trim() === "") this.forget();
    else this.timer = setTimeout(() => void this.ask(), PAUSE);
  }

  /** What the text holds as it is now, without waiting for a pause. */
  async settled(): Promise<Box | null> {
    do await this.ask();
    while (this.judged !== this.text && !this.isStopped);
    return this.isStopped ? null : this.box;
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private forget(): void {
    this.due = this.judged = this.text;
    this.verdict = NOTHING;
    this.played = null;
  }

  private ask(): Promise<void> {
    clearTimeout(this.timer);
    this.due = this.text;
    this.asking ??= this.askOn().finally(() => (this.asking = null));
    return this.asking;
  }

  /** One question at a time, until it is answered: what became due meanwhile is asked next. */
  private async askOn(): Promise<void> {
    const slow = setTimeout(() => (this.isSlow = true), LONG);
    while (this.judged !== this.due && !this.isStopped) {
      const text = this.due;
      const verdict = await verdictOn(text);
      if (verdict === null) {
        await rest();
      } else if (text === this.due) {
        // What was cleared or written since would be newer than this answer.
        this.judged = text;
        this.verdict = verdict;
        if (verdict.box !== null) this.played = { text, box: verdict.box };
      }
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
    return { box: await post<Box>("/api/content/check", { content: [text] }), error: null };
  } catch (error) {
    if (error instanceof Refusal && error.code === "too_fast") return null;
    return { box: null, error: error as Error };
  }
}
