/** Finding words in the rules as one types, whatever their case and accents. */
import type { Chapter, Paragraph } from "./rulebook";

/** A part of a text, and whether it is what was looked for. */
export interface Part {
  text: string;
  isFound: boolean;
}

/** Shorter words are looked for only at the beginning of words, as they are part of too many others. */
const SHORT = 3;
const INSIDE_WORD = /[\p{L}\p{N}]/u;

/** The words that are looked for. */
export function wordsOf(query: string): string[] {
  const words = query.split(/\s+/).filter((word) => word !== "");
  return [...new Set(words.map((word) => plain(word).join("")))];
}

/** The chapters with only those paragraphs in which all words are found; a chapter's own title counts for each. */
export function found(chapters: readonly Chapter[], words: readonly string[]): Chapter[] {
  return chapters
    .map((chapter) => ({
      ...chapter,
      paragraphs: chapter.paragraphs.filter((paragraph) => isFound(allOf(chapter, paragraph), words)),
    }))
    .filter((chapter) => chapter.paragraphs.length > 0);
}

export function countOf(chapters: readonly Chapter[]): number {
  return chapters.reduce((sum, chapter) => sum + chapter.paragraphs.length, 0);
}

/** The text in parts, those that were looked for marked. */
export function marked(text: string, words: readonly string[]): Part[] {
  const letters = Array.from(text);
  const signs = plain(text);
  const isHit = new Array<boolean>(letters.length).fill(false);
  for (const word of words) {
    const wanted = Array.from(word);
    for (const at of placesOf(signs, wanted)) isHit.fill(true, at, at + wanted.length);
  }
  const parts: Part[] = [];
  letters.forEach((letter, at) => {
    const hit = isHit[at] ?? false;
    const last = parts.at(-1);
    if (last !== undefined && last.isFound === hit) last.text += letter;
    else parts.push({ text: letter, isFound: hit });
  });
  return parts;
}

function allOf(chapter: Chapter, paragraph: Paragraph): string {
  const { title, text, flavour, rules } = paragraph;
  return [chapter.title, title ?? "", text, flavour ?? "", ...rules].join("\n");
}

function isFound(text: string, words: readonly string[]): boolean {
  const signs = plain(text);
  return words.every((word) => placesOf(signs, Array.from(word)).length > 0);
}

/** One sign for each letter of the text, so that places in one are places in the other. */
function plain(text: string): string[] {
  return Array.from(text, (letter) => Array.from(letter.normalize("NFD").toLowerCase())[0] ?? letter);
}

function placesOf(signs: readonly string[], wanted: readonly string[]): number[] {
  const places: number[] = [];
  for (let at = 0; at + wanted.length <= signs.length; at += 1) {
    if (!wanted.every((sign, offset) => signs[at + offset] === sign)) continue;
    if (wanted.length < SHORT && INSIDE_WORD.test(signs[at - 1] ?? " ")) continue;
    places.push(at);
  }
  return places;
}
