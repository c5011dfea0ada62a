/** Showing in a text what was looked for. */
import { folded, wordsIn } from "./lexicon";
import type { Sought } from "./search";

/** A part of a text, and whether it is what was looked for. */
export interface Part {
  text: string;
  isFound: boolean;
}

/** The text in parts, those words that were looked for marked. */
export function marked(text: string, sought: Sought): Part[] {
  const parts: Part[] = [];
  const add = (part: string, isFound: boolean): void => {
    const last = parts.at(-1);
    if (part === "") return;
    if (last?.isFound === isFound) last.text += part;
    else parts.push({ text: part, isFound });
  };
  let end = 0;
  for (const { text: word, at } of wordsIn(text)) {
    add(text.slice(end, at), false);
    const name = folded(word);
    add(
      word,
      sought.some((sayings) => sayings.has(name)),
    );
    end = at + word.length;
  }
  add(text.slice(end), false);
  return parts;
}
