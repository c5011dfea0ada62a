/** What the server says of the rows of a form: what each does, and what is wrong with it. */
import type { Box, Workshop } from "../../api/kinds";
import { sentenceOf } from "../../words/names";
import { entriesOf, EntryText, type Entry } from "./entries";
import type { Problem } from "./problems";
import { rowsOf, type Row } from "./rows";
import { isTable } from "./toml";

/** A text that can be played with, and what it holds. */
export interface Played {
  text: string;
  box: Box;
}

/** What a row does, in words: as the server told it, if the row was then as it is now. */
export function wordsOf(form: Workshop, row: Row, entry: Entry, played: Played | null): string[] {
  if (played === null) return [];
  const then = entryThen(entry, played.text);
  const piece = then && pieceOf(played.box, then);
  if (then === undefined || piece === undefined) return [];
  const before = rowsOf(form, new EntryText(played.text, then)).find((each) => isSame(each, row));
  if (before === undefined || JSON.stringify(before.value) !== JSON.stringify(row.value)) return [];
  const name = row.offer.most > 1 && isTable(row.value) ? row.value["name"] : undefined;
  return piece.traits
    .filter(({ key, params }) => isBelow(key, row.path) && (name === undefined || params["marker"] === name))
    .map(sentenceOf);
}

/** What the server says of other keys of an entry, such as `rulebook`. */
export function sentencesOn(key: string, entry: Entry, played: Played | null): string[] {
  if (played === null) return [];
  const then = entryThen(entry, played.text);
  const piece = then && pieceOf(played.box, then);
  return piece?.traits.filter((each) => each.key === key).map(sentenceOf) ?? [];
}

/** The row that a problem belongs to, if there is one. */
export function rowOf(problem: Problem, rows: readonly Row[]): Row | undefined {
  return (
    rows.findLast((row) => isBelow(problem.key, row.path)) ??
    rows.findLast((row) => problem.key !== "" && isBelow(row.path, problem.key))
  );
}

/** The entry as it was in another text: by its id, or by its line if it got another id meanwhile. */
function entryThen(entry: Entry, text: string): Entry | undefined {
  const alike = entriesOf(text).filter(({ kind }) => kind === entry.kind);
  return alike.find(({ id }) => id === entry.id) ?? alike.find(({ from }) => from === entry.from);
}

function pieceOf(box: Box, { kind, id }: Entry): Box["races"][number] | undefined {
  return (kind === "race" ? box.races : box.powers).find((piece) => piece.id === id);
}

function isSame(one: Row, other: Row): boolean {
  return one.path === other.path && one.at === other.at;
}

/** Whether a key is this one, or one of the table that this one is. */
export function isBelow(key: string, path: string): boolean {
  return key === path || key.startsWith(`${path}.`);
}
