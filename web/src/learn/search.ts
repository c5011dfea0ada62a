/** Finding rules as one types: in words of one's own, in any form, even with a slip of the finger. */
import { folded, wordsIn, type Lexicon } from "./lexicon";
import type { Chapter, Paragraph } from "./rulebook";

/** A paragraph that was found, and where it stands. */
export interface Hit {
  chapter: Chapter;
  paragraph: Paragraph;
}

/** What was looked for: for each word, those of the book that say it, and how well. */
export type Sought = readonly ReadonlyMap<string, number>[];

/** How well a word of the book says what one looks for. */
const FITS = { stem: 1, beginning: 0.9, head: 0.85, synonym: 0.65, typo: 0.6, part: 0.25 };
/** A shorter root begins too many words, or stands in the middle of too many. */
const ROOT = 4;
const INNER_ROOT = 6;
/** What stands before the head of a compound word is a word, too: a border is no kind of order. */
const BEFORE_HEAD = 3;
/** In a shorter word one other letter makes another word. */
const TYPO = 5;
/** How much a word counts where it stands; long titles share theirs. */
const PLACES = { title: 5, chapter: 3, text: 1.6, rules: 3, flavour: 0.3 };
/** The title of a chapter speaks first of all of its first paragraph. */
const LATER = 0.7;
/** By how much a word counts less the longer a title or a text is. */
const LENGTH = { title: 0.5, text: 0.19 };
/** What a word adds that is said again and again. */
const AGAIN = 0.15;
const MAX_REPEATS = 4;
/** What it adds that two words stand beside each other as they were asked for. */
const PAIR = 1;
/** A question of so many words is also answered by what tells of all but one, though less well. */
const LONG_QUESTION = 3;
const NEARLY = 0.5;
/** What it adds when a whole chapter tells of it. */
const TOGETHER = 0.6;
/** Rules come before what is special about a piece, and before questions. */
const KINDS = { rule: 1, question: 0.9, piece: 0.8 };
const QUESTIONS = "faq";

const NUMBER = /-\d+$/;

/** A word that is looked for. */
interface Term {
  word: string;
  stem: string;
  synonyms: ReadonlySet<string>;
  /** Whether it is not the beginning of another one. */
  isWhole: boolean;
}

interface Field {
  weight: number;
  words: readonly string[];
  /** How often each word stands there. */
  counts: ReadonlyMap<string, number>;
}

interface Entry extends Hit {
  fields: readonly Field[];
  /** How much what it tells is worth, as a rule or a special case. */
  kind: number;
}

export class RuleIndex {
  private readonly entries: readonly Entry[];
  private readonly vocabulary: ReadonlySet<string>;
  private readonly lexicon: Lexicon;

  constructor(chapters: readonly Chapter[], lexicon: Lexicon) {
    this.lexicon = lexicon;
    this.entries = chapters.flatMap((chapter) =>
      chapter.paragraphs.map((paragraph, at) => ({
        chapter,
        paragraph,
        fields: fieldsOf(chapter, paragraph, at === 0),
        kind: kindOf(chapter, paragraph),
      })),
    );
    this.vocabulary = new Set(
      this.entries.flatMap(({ fields }) => fields.flatMap(({ counts }) => [...counts.keys()])),
    );
  }

  /** What a question looks for; nothing if it is empty. */
  soughtBy(question: string): Sought {
    return this.lexicon.aboutOf(question).map((word) => this.sayings(word));
  }

  /** The paragraphs that tell of as much as any of what is sought, and of a long question nearly as much. */
  find(sought: Sought): Hit[] {
    const rarity = sought.map((sayings) => this.rarityOf(sayings));
    const found = this.entries.map((entry) => {
      const worths = sought.map((sayings) => worthOf(entry, sayings));
      const value = worths.reduce(
        (sum, worth, at) => sum + worth * (rarity[at] ?? 0),
        pairsIn(entry, sought),
      );
      return { entry, value: value * entry.kind, told: worths.filter((worth) => worth > 0).length };
    });
    const most = Math.max(...found.map(({ told }) => told));
    const least = most >= LONG_QUESTION ? most - 1 : Math.max(1, most);
    const telling = found.filter(({ told }) => told >= least);
    const ranked = telling.map(({ entry, value, told }) => {
      const beside = telling.filter((other) => other.entry.chapter === entry.chapter).length;
      const together = 1 + (TOGETHER * beside) / entry.chapter.paragraphs.length;
      return { entry, value: value * together * (told === most ? 1 : NEARLY) };
    });
    return ranked
      .sort((one, other) => other.value - one.value)
      .map(({ entry: { chapter, paragraph } }) => ({ chapter, paragraph }));
  }

  /** The words of the book that say this one; a slip of the finger is assumed only if there is none. */
  private sayings(word: string): ReadonlyMap<string, number> {
    const stem = this.lexicon.stemOf(word);
    const synonyms = this.lexicon.synonymsOf(stem);
    const isKnown = [...this.vocabulary].some((other) => this.lexicon.stemOf(other) === stem);
    // A short word that is known is hardly the beginning of another: who wins does not look for windows.
    const isWhole = isKnown && word.length < ROOT;
    const found = this.said((other) => this.fit({ word, stem, synonyms, isWhole }, other));
    if (found.size > 0 || word.length < TYPO) return found;
    return this.said((other) =>
      isSlip(word, other) || isSlip(stem, this.lexicon.stemOf(other)) ? FITS.typo : 0,
    );
  }

  private said(fitOf: (other: string) => number): ReadonlyMap<string, number> {
    const fits = [...this.vocabulary].map((other) => [other, fitOf(other)] as const);
    return new Map(fits.filter(([, fit]) => fit > 0));
  }

  private fit({ word, stem, synonyms, isWhole }: Term, other: string): number {
    const otherStem = this.lexicon.stemOf(other);
    if (otherStem === stem) return FITS.stem;
    // The numbers of rules begin with letters that mean nothing to readers.
    if (NUMBER.test(other)) return 0;
    if (!isWhole && other.startsWith(word)) return FITS.beginning;
    const roots = [stem, ...synonyms].filter((root) => root.length >= ROOT && other.includes(root));
    if (roots.some((root) => isHead(root, otherStem))) return FITS.head;
    if (synonyms.has(otherStem)) return FITS.synonym;
    return roots.some((root) => root.length >= INNER_ROOT || other.startsWith(root)) ? FITS.part : 0;
  }

  private rarityOf(sayings: ReadonlyMap<string, number>): number {
    const telling = this.entries.filter((entry) => worthOf(entry, sayings) > 0).length;
    return telling === 0 ? 0 : Math.log(1 + this.entries.length / telling);
  }
}

function fieldsOf(chapter: Chapter, paragraph: Paragraph, isFirst: boolean): Field[] {
  const { title, text, flavour, rules } = paragraph;
  return [
    field(PLACES.title, title ?? "", LENGTH.title),
    field(
      PLACES.chapter * (isFirst ? 1 : LATER),
      chapter.id === QUESTIONS ? "" : chapter.title,
      LENGTH.title,
    ),
    field(PLACES.text, text, LENGTH.text),
    field(PLACES.rules, rules.join(" ")),
    field(PLACES.flavour, flavour ?? ""),
  ];
}

/** The words of a text; the longer it is, the less it is about each of them. */
function field(weight: number, text: string, length = 0): Field {
  const words = wordsIn(text).map((word) => folded(word.text));
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { weight: weight / Math.max(1, words.length) ** length, words, counts };
}

/** How much a paragraph tells of one thing that is sought. */
function worthOf({ fields }: Entry, sayings: ReadonlyMap<string, number>): number {
  return fields.reduce((sum, { weight, counts }) => {
    let best = 0;
    let times = 0;
    for (const [word, count] of counts) {
      const fit = sayings.get(word);
      if (fit === undefined) continue;
      best = Math.max(best, fit);
      times += count;
    }
    return sum + weight * best * (1 + AGAIN * Math.min(Math.max(0, times - 1), MAX_REPEATS));
  }, 0);
}

/** What it is worth that words stand beside each other as they were asked for. */
function pairsIn({ fields }: Entry, sought: Sought): number {
  const isPair = (words: readonly string[], at: number): boolean =>
    sought.some((first, next) => first.has(words[at] ?? "") && sought[next + 1]?.has(words[at + 1] ?? ""));
  const count = ({ words }: Field): number => words.filter((_, at) => isPair(words, at)).length;
  return fields.reduce((sum, each) => sum + PAIR * each.weight * Math.min(2, count(each)), 0);
}

function kindOf(chapter: Chapter, paragraph: Paragraph): number {
  if (paragraph.piece !== null) return KINDS.piece;
  return chapter.id === QUESTIONS ? KINDS.question : KINDS.rule;
}

/** Whether a compound word, without its ending, is a kind of what the root names. */
function isHead(root: string, compound: string): boolean {
  return compound.endsWith(root) && compound.length >= root.length + BEFORE_HEAD;
}

/** Whether two words differ by one letter: another one, one more, one less, or two in the wrong order. */
function isSlip(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || Math.min(one.length, other.length) < TYPO - 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const rest = (word: string, skipped: number): string => word.slice(start + skipped);
  if (one.length > other.length) return rest(one, 1) === rest(other, 0);
  if (one.length < other.length) return rest(one, 0) === rest(other, 1);
  const isSwapped = one[start] === other[start + 1] && one[start + 1] === other[start];
  return rest(one, 1) === rest(other, 1) || (isSwapped && rest(one, 2) === rest(other, 2));
}
