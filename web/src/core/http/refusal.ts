/** Why something was not done: a code, and what its sentence is filled in with. */
import type { Problem } from "../../api/kinds";
import { refusalText } from "../../words/refusals";
import { told } from "../../words/words";

export class Refusal extends Error {
  readonly code: string;
  readonly params: Record<string, unknown>;

  /** Which of several actions was refused, counted from 0. */
  readonly atAction: number | null;

  /** The server's own sentence is for codes that are not in the catalogue. */
  constructor({ code, params, reason, at_action }: RefusedBy) {
    super();
    this.name = "Refusal";
    this.code = code;
    this.params = params;
    this.atAction = at_action ?? null;
    wordWhenRead(this, () => refusalText(code, params) ?? reason);
  }
}

type RefusedBy = Pick<Problem, "params" | "reason" | "at_action"> & { code: string };

/** The connection failed, and nobody knows whether something was done, unless something was only to be read. */
export class Unreachable extends Error {
  constructor({ isReading = false } = {}) {
    super();
    this.name = "Unreachable";
    wordWhenRead(this, () => told(isReading ? "web_online_unreachable_now" : "web_online_unreachable") ?? "");
  }
}

/** Say the message of an error whenever it is read, so that one that is shown follows the language. */
export function wordWhenRead(error: Error, words: () => string): void {
  Object.defineProperty(error, "message", { get: words, configurable: true });
}
