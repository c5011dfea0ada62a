/** What could be meant by the beginning of a line. */
import { ARGUMENTS, toNotation } from "../../words/commands";
import { QUESTIONS } from "./command";
import { inOwnWords } from "./ownWords";

/** More than one can take in at a glance helps nobody. */
const MAX_SUGGESTIONS = 8;

export interface Known {
  /** The legal answers, and compound ones that are laid out. */
  actions: readonly string[];
  regions: readonly string[];
  /** Names of races and special powers. */
  pieces: readonly string[];
}

/**
 * Whole lines that begin like this one, the likeliest first; for an empty line the first answers. They are in the words of
 * the language, or in those of the notation if they begin so.
 */
export function completions(line: string, known: Known): string[] {
  const begun = line.trimStart().replace(/\s+/g, " ").toLowerCase();
  if (begun === "") return known.actions.slice(0, MAX_SUGGESTIONS).map(inOwnWords);
  const lines = [...known.actions, ...questions(begun, known)];
  const found = [...lines.map(inOwnWords), ...lines].filter(
    (each) => each.toLowerCase().startsWith(begun) && each.toLowerCase() !== begun.trimEnd(),
  );
  return [...new Set(found)].slice(0, MAX_SUGGESTIONS);
}

function questions(begun: string, { regions, pieces }: Known): string[] {
  if (!begun.includes(" ")) return [...QUESTIONS];
  const [word = ""] = toNotation(begun).split(" ");
  if (word === "cost" || word === "why") return regions.map((region) => `${word} ${region}`);
  if (word === "rules") return pieces.map((piece) => `${word} ${piece.toLowerCase()}`);
  const more = word === "regions" ? regions : [];
  return [...(ARGUMENTS[word] ?? []), ...more].map((which) => `${word} ${which}`);
}
