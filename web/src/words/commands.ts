/**
 * The words of commands: the notation is English everywhere, and each language has other words for the same. The message
 * `command_conquer` lists them; the first is the one that help, examples and completion show. The same as in
 * `rules/command_words.py`.
 */
import { keysFrom, told } from "./words";

const KEY = "command_";
/** Words that have a meaning behind a command, and are said in each language too. */
export const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  log: ["all"],
  regions: ["mine", "open"],
};
/** Every word of the notation that begins what somebody types. */
export function commands(): string[] {
  const behind = Object.values(ARGUMENTS).flat();
  return keysFrom(KEY)
    .map((key) => key.slice(KEY.length))
    .filter((word) => !behind.includes(word));
}

/** What the language says for a word of the notation, the usual word first. */
function ownWords(command: string): string[] {
  return (told(KEY + command) ?? command).split(" ");
}

/** The usual word of the language for a word of the notation. */
export const ownWord = (command: string): string => ownWords(command)[0] ?? command;

/** What was typed, in the words of the notation; a word that the language does not have stays as it is. */
export function toNotation(line: string): string {
  const [typed, rest] = parted(line);
  const word = meant(typed, commands());
  const argument = meant(rest, ARGUMENTS[word] ?? []);
  return joined(word, argument);
}

/** Which of these words of the notation is meant; the notation's own word always is. */
function meant(typed: string, known: readonly string[]): string {
  const small = typed.toLowerCase();
  if (known.includes(small)) return small;
  return known.find((word) => ownWords(word).includes(small)) ?? typed;
}

/** The first word of a line, and the rest. */
export function parted(text: string): [string, string] {
  const at = text.indexOf(" ");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1).trim()];
}

export const joined = (word: string, rest: string): string => (rest === "" ? word : `${word} ${rest}`);
