/** Ids of own races and powers, made from their names, so that files of several people go together at a table. */
import type { Entry } from "./entries";
import { folded } from "../lexicon";

const MAX_LETTERS = 24;
const SUFFIX_LETTERS = 3;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** Letters of other alphabets, in the order of what stands for each. */
const CYRILLIC = "а б в г д е ж з и к л м н о п р с т у ф х ц ч ш щ ъ ы ь э ю я";
const FOR_CYRILLIC = "a b v g d e zh z i k l m n o p r s t u f kh ts ch sh shch _ y _ e yu ya";
const GREEK = "α β γ δ ε ζ η θ ι κ λ μ ν ξ ο π ρ σ ς τ υ φ χ ψ ω";
const FOR_GREEK = "a v g d e z i th i k l m n x o p r s s t y f ch ps o";
const LATIN = new Map([...pairs(CYRILLIC, FOR_CYRILLIC), ...pairs(GREEK, FOR_GREEK)]);

/** An id for a name, with the suffix of a former id or a new one. */
export function idFor(kind: Entry["kind"], name: string, suffix = newSuffix()): string {
  return [...(wordsOf(name) || kind).split("_"), suffix].join("_");
}

/** What an id made here has behind the words of the name. */
export function suffixOf(id: string): string {
  return id.split("_").at(-1) ?? "";
}

/** By chance, so that two people who invent the same name have different ids. */
function newSuffix(): string {
  const numbers = crypto.getRandomValues(new Uint8Array(SUFFIX_LETTERS));
  return [...numbers].map((number) => LETTERS[number % LETTERS.length]).join("");
}

/** The words of a name as an id has them: small letters and digits, each beginning with a letter, joined by _. */
function wordsOf(name: string): string {
  const words =
    [...folded(name)]
      .map(latin)
      .join("")
      .match(/[a-z0-9]+/g) ?? [];
  const joined = words.map((word) => (/^\d/.test(word) ? `n${word}` : word)).join("_");
  return joined.slice(0, MAX_LETTERS).replace(/_+$/, "");
}

/** What stands for a letter of any alphabet; one that we do not know is told by its number. */
function latin(letter: string): string {
  if (/[a-z0-9]/.test(letter)) return letter;
  const known = LATIN.get(letter);
  if (known !== undefined) return known.replace("_", "");
  return /\p{L}/u.test(letter) ? `u${letter.codePointAt(0)?.toString(16) ?? ""}` : " ";
}

function pairs(letters: string, others: string): [string, string][] {
  const found = others.split(" ");
  return letters.split(" ").map((letter, at) => [letter, found[at] ?? ""]);
}
