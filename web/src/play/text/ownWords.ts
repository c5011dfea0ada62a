/** What can be typed, as it is shown: in the words of the language instead of those of the notation. */
import { ARGUMENTS, commands, joined, ownWord, parted } from "../../words/commands";
import { told } from "../../words/words";

/** The command behind which stands a race or a special power. */
const OF_PIECES = "rules";

/** What can be typed, from the notation into the words of the language: `conquer 7` is `erobere 7`. */
export function inOwnWords(text: string): string {
  const [word, rest] = parted(text);
  if (!commands().includes(word)) return text;
  const isKnown = (ARGUMENTS[word] ?? []).includes(rest);
  const argument = isKnown ? ownWord(rest) : word === OF_PIECES ? pieceNamed(rest) : rest;
  return joined(ownWord(word), argument);
}

/** A race or a special power of the box by its name; anything else as it is. */
function pieceNamed(id: string): string {
  const kind = ["race", "power"].find((each) => told(`${each}_${id}_effect`) !== null);
  return kind === undefined ? id : (told(`${kind}_${id}`) ?? id).toLowerCase();
}

/** A sentence with everything between backticks, which is what can be typed, in the words of the language. */
export function codeInOwnWords(text: string): string {
  return text.replaceAll(/`([^`]*)`/g, (_, code: string) => `\`${inOwnWords(code)}\``);
}
