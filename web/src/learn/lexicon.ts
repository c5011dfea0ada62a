/** What the words of a language have in common: their endings, what means the same, and what says nothing. */
import { m } from "../words/words";

/** A word in a text, and where it stands. */
export interface Word {
  text: string;
  at: number;
}

/** Shorter words keep their endings. */
const MIN_STEM = 3;
const VOWEL = /[aeiouy]/;
const DOUBLED = /([^aeiouy\d])\1$/;
/** The number of a rule is one word. */
const WORDS = /\p{L}+-\d+|[\p{L}\p{N}]+/gu;
/** Letters that are not another one with an accent. */
const LIGATURES: Record<string, string> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ð: "d", þ: "th" };

export class Lexicon {
  private readonly endings: readonly string[];
  private readonly idle: ReadonlySet<string>;
  private readonly groups: readonly ReadonlySet<string>[];
  private readonly stems = new Map<string, string>();

  /** Endings and idle words one after the other; words that mean the same in groups, divided by semicolons. */
  constructor(endings: string, idle: string, synonyms: string) {
    this.endings = foldedIn(endings).sort((one, other) => other.length - one.length);
    this.idle = new Set(foldedIn(idle));
    this.groups = synonyms
      .split(";")
      .map((group) => new Set(foldedIn(group).map((word) => this.stemOf(word))));
  }

  /** The words of a question that say what it is about; if none does, all of them. */
  aboutOf(question: string): string[] {
    const words = [...new Set(foldedIn(question))];
    const telling = words.filter((word) => !this.idle.has(word) && (word.length > 1 || /\d/.test(word)));
    return telling.length > 0 ? telling : words;
  }

  /** A folded word without its ending: the same for "wins", "winning" and "winner". */
  stemOf(word: string): string {
    let stem = this.stems.get(word);
    if (stem === undefined) {
      stem = this.stripped(word);
      this.stems.set(word, stem);
    }
    return stem;
  }

  /** The stems of all words that mean the same as this stem. */
  synonymsOf(stem: string): ReadonlySet<string> {
    const found = this.groups.filter((group) => group.has(stem)).flatMap((group) => [...group]);
    return new Set(found.filter((other) => other !== stem));
  }

  /** An ending may stand before another, but a single letter only at the very end. */
  private stripped(word: string, endings = this.endings): string {
    const isStem = (rest: string): boolean => rest.length >= MIN_STEM && VOWEL.test(rest);
    const ending = endings.find((end) => word.endsWith(end) && isStem(word.slice(0, -end.length)));
    if (ending !== undefined) {
      const longer = endings.filter((end) => end.length > 1);
      return this.stripped(word.slice(0, -ending.length), longer);
    }
    return (word.length > MIN_STEM ? word.replace(DOUBLED, "$1") : word).replace(/y$/, "i");
  }
}

/** What searches know of the language that is spoken. */
export function lexiconOf(): Lexicon {
  return new Lexicon(m.rules_search_endings(), m.rules_search_idle(), m.rules_search_synonyms());
}

/** A word without regard to case and accents. */
export function folded(word: string): string {
  return word
    .toLowerCase()
    .replace(/[ßæœøðþ]/g, (letter) => LIGATURES[letter] ?? letter)
    .normalize("NFD")
    .replace(/\p{M}/gu, "");
}

export function wordsIn(text: string): Word[] {
  return [...text.matchAll(WORDS)].map((match) => ({ text: match[0], at: match.index }));
}

function foldedIn(text: string): string[] {
  return wordsIn(text).map((word) => folded(word.text));
}
