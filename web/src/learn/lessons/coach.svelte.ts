/** Leads through a lesson: knows the step that is due, objects to what it does not ask for, and goes on when it is done. */
import type { Lesson, LogLine } from "../../api/kinds";
import { m } from "../../words/words";

type Step = Lesson["steps"][number];

/** The learner sits first. */
const LEARNER = 0;

export class Coach {
  readonly lesson: Lesson;
  /** How many steps were done. */
  at = $state(0);
  /** What was tried instead of the step; until something else is. */
  objection: string | null = $state(null);
  private seq: number | null = null;

  constructor(lesson: Lesson) {
    this.lesson = lesson;
  }

  get step(): Step | null {
    return this.lesson.steps[this.at] ?? null;
  }

  get isDone(): boolean {
    return this.at >= this.lesson.steps.length;
  }

  /** What speaks against an action, or null if it is what the step asks for. */
  allow = (action: string): string | null => {
    const isAsked =
      this.step?.accept.some((words) => action === words || action.startsWith(`${words} `)) ?? false;
    this.objection = isAsked ? null : m.web_learn_objection();
    return this.objection;
  };

  /** What happened at the table: the learner's own acts are steps, and what they take back is one step less. */
  hear(log: readonly LogLine[]): void {
    const last = log.at(-1)?.seq ?? 0;
    const news = this.seq === null ? [] : log.filter((line) => line.seq > (this.seq ?? 0));
    this.seq = last;
    for (const line of news.filter((each) => each.seat === LEARNER)) {
      if (line.what === "acted") this.at = Math.min(this.at + 1, this.lesson.steps.length);
      if (line.what === "undone") this.at = Math.max(this.at - 1, 0);
      this.objection = null;
    }
  }
}
