/** What maps are called: the name that people read, and the id that is made from it. */
import type { PaintedMap } from "./painted";

/** As long as the server allows. */
export const MAX_NAME = 40;

export const titleOf = ({ name = "", id }: Pick<PaintedMap, "id" | "name">): string => name || id;

/** A name as it was typed, with single blanks; null if nobody could read it. */
export function nameOf(typed: string): string | null {
  const name = typed.replaceAll(/[\p{C}\s]+/gu, " ").trim();
  return /[\p{L}\p{N}]/u.test(name) ? name : null;
}

/** The map under this name. Its id is not one of those that are taken. */
export function named(map: PaintedMap, name: string, taken: readonly string[] = []): PaintedMap {
  const id = idOf(name);
  return { ...map, name, id: taken.includes(id) ? `${id}-1` : id };
}

/** The letters and digits of a name of any alphabet, with - between its words. */
function idOf(name: string): string {
  const letters = name.toLowerCase().normalize("NFC").replaceAll(/\p{M}/gu, "");
  const words = letters.match(/[\p{L}\p{N}]+/gu) ?? [];
  // An end may be put behind it.
  return [...words.join("-")]
    .slice(0, MAX_NAME - 2)
    .join("")
    .replace(/-$/, "");
}
