/** Why something was not done: a code, what the sentence is filled in with, and the sentence itself. */
import { told } from "../../words/words";
import type { Problem } from "../../api/kinds";

export class Refusal extends Error {
  readonly code: string;
  readonly params: Record<string, unknown>;

  /** Which of several actions was refused, counted from 0. */
  readonly atAction: number | null;

  constructor(problem: Problem & { at_action?: number | null }) {
    super(told(`refusal_${problem.code}`, problem.params) ?? problem.reason);
    this.name = "Refusal";
    this.code = problem.code;
    this.params = problem.params;
    this.atAction = problem.at_action ?? null;
  }
}

/** The connection failed, and nobody knows whether something was done. */
export class Unreachable extends Error {
  constructor() {
    super(told("web_online_unreachable") ?? "");
    this.name = "Unreachable";
  }
}
