/** Lists, chances and the order of names in any language: browsers know some of ours too little. */
import { collatorIn } from "./formats";
import { language, m } from "./words";

/** Several things, as one lists them: Ann, Bob and Cid. */
export function listed(items: readonly string[]): string {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : m.list_last({ others: items.slice(0, -1).join(", "), last });
}

/** A chance in hundredths. */
export const percent = (chance: number): string => m.percent({ number: Math.round(100 * chance) });

/** Which of two names comes first in the alphabet of the language. */
export function inOrder(one: string, other: string): number {
  return collatorIn(language())?.compare(one, other) ?? inAlphabet(m.alphabet(), one, other);
}

/** The same by an alphabet; a letter that is not in it stands at its plain one. */
export function inAlphabet(alphabet: string, one: string, other: string): number {
  const [first, second] = [placesIn(alphabet, one), placesIn(alphabet, other)];
  return first < second ? -1 : Number(first > second);
}

/** A name written with the places of its letters, which are in order. */
function placesIn(alphabet: string, name: string): string {
  const places = [...name.toLowerCase()].map((letter) => {
    const known = alphabet.indexOf(letter);
    return known < 0 ? alphabet.indexOf(letter.normalize("NFD").charAt(0)) : known;
  });
  return String.fromCharCode(...places.map((place) => place + 1));
}
