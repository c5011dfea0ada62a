/** What somebody typed: an answer to the decision in the words of the notation, or a question. */

import { toNotation } from "../../words/commands";

/** What can be asked at any time, in the order in which the help lists it. */
export const QUESTIONS = [
  "help",
  "rules",
  "cost",
  "why",
  "regions",
  "column",
  "players",
  "score",
  "hint",
  "log",
  "undo",
  "say",
  "map",
] as const;

export type Question = (typeof QUESTIONS)[number];

export type Said =
  { kind: "nothing" } | { kind: "question"; word: Question; rest: string } | { kind: "action"; text: string };

/** What a line means, in the words of the language or of the notation. */
export function understood(line: string): Said {
  const text = toNotation(line.trim().replace(/\s+/g, " "));
  if (text === "") return { kind: "nothing" };
  const [first = "", ...others] = text.split(" ");
  const word = first.toLowerCase();
  if (isQuestion(word)) return { kind: "question", word, rest: others.join(" ") };
  return { kind: "action", text: [word, ...others].join(" ") };
}

function isQuestion(word: string): word is Question {
  return (QUESTIONS as readonly string[]).includes(word);
}
