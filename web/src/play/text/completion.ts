/** What could be meant by the beginning of a line. */
import { QUESTIONS } from "./command";

/** More than one can take in at a glance helps nobody. */
const MAX_SUGGESTIONS = 8;

export interface Known {
  /** The legal answers, and compound ones that are laid out. */
  actions: readonly string[];
  regions: readonly string[];
  /** Names of races and special powers. */
  pieces: readonly string[];
}

/** Whole lines that begin like this one, the likeliest first; for an empty line the first answers. */
export function completions(line: string, known: Known): string[] {
  const begun = line.trimStart().replace(/\s+/g, " ").toLowerCase();
  if (begun === "") return known.actions.slice(0, MAX_SUGGESTIONS);
  const found = [...known.actions, ...questions(begun, known)].filter(
    (each) => each.toLowerCase().startsWith(begun) && each.toLowerCase() !== begun.trimEnd(),
  );
  return [...new Set(found)].slice(0, MAX_SUGGESTIONS);
}

function questions(begun: string, { regions, pieces }: Known): string[] {
  const [word = ""] = begun.split(" ");
  if (!begun.includes(" ")) return [...QUESTIONS];
  if (word === "cost" || word === "why") return regions.map((region) => `${word} ${region}`);
  if (word === "regions") return ["mine", "open", ...regions].map((which) => `${word} ${which}`);
  if (word === "rules") return pieces.map((piece) => `${word} ${piece.toLowerCase()}`);
  return word === "log" ? ["log all"] : [];
}
