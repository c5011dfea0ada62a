/** Leads through a lesson: knows the step that is due, objects to what it does not ask for, and goes on when it is done. */
import type { Lesson } from "../../api/kinds";
import type { Step as TableStep } from "../../core/table/step";
import { m } from "../../words/words";

type Step = Lesson["steps"][number];

/** The learner sits first. */
const LEARNER = 0;

export class Coach {
  readonly lesson: Lesson;
  /** The steps that were done: the number of the log of each. */
  private done: readonly number[] = $state.raw([]);
  /** Whether something else than the step was tried; until the next try. */
  isObjecting = $state(false);

  constructor(lesson: Lesson) {
    this.lesson = lesson;
  }

  /** How many steps were done. */
  get at(): number {
    return this.done.length;
  }

  get step(): Step | null {
    return this.lesson.steps[this.at] ?? null;
  }

  /** The place of the column, counted from 0, whose combo the step asks for; null if any will do. */
  get combo(): number | null {
    const place = /^pick (\d+)$/.exec(this.step?.accept[0] ?? "")?.[1];
    return place === undefined ? null : Number(place) - 1;
  }

  /** The first word of the answer that the step asks for. */
  get answer(): string | null {
    return this.step?.accept[0]?.split(" ")[0] ?? null;
  }

  get isDone(): boolean {
    return this.at >= this.lesson.steps.length;
  }

  /** What is said to one who tried something else. */
  get objection(): string | null {
    return this.isObjecting ? m.web_learn_objection() : null;
  }

  /** What speaks against actions, or null if they are what the next steps ask for. */
  allow = (actions: readonly string[]): string | null => {
    const areAsked = actions.every((action, number) => isAsked(this.lesson.steps[this.at + number], action));
    this.isObjecting = !areAsked;
    return this.objection;
  };

  /** Something was shown: the learner's own answers are steps, and what they take back is not done any more. */
  follow = ({ seq, seat, text, takesBack }: TableStep): void => {
    if (seat !== LEARNER) return;
    if (takesBack !== null) this.done = this.done.filter((each) => each !== takesBack);
    else if (text !== null) this.done = [...this.done, seq].slice(0, this.lesson.steps.length);
    this.isObjecting = false;
  };
}

/** Whether a step asks for an action: its first words suffice. */
function isAsked(step: Step | undefined, action: string): boolean {
  return step?.accept.some((words) => action === words || action.startsWith(`${words} `)) ?? false;
}
