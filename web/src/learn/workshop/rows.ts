/**
 * The traits of an entry as rows of a form, and the text with a row added, changed or removed. Which traits there are, and
 * what each is made of, the server says.
 */
import type { TraitField, TraitOffer, Workshop } from "../../api/kinds";
import { dig, pathOf, type EntryText } from "./entries";
import { isTable, type Value } from "./toml";

/** One trait that an entry has. */
export interface Row {
  offer: TraitOffer;
  /** The key as it is written, such as `coins.hill`; one word of a list is told with it: `may.make peace`. */
  path: string;
  /** The place, the occupant or the marker that was chosen for it. */
  word: string;
  /** Which of several it is, counted from 0. */
  at: number;
  value: Value;
}

const NUMBER = /-?\d+(\.\d+)?/;

/** Stands in a list of words for the names of the entry's own markers. */
const MARKER = "MARKER";

/** The names of the entry's own markers. */
export function markersOf(own: EntryText): string[] {
  return itemsOf(own.value("marker")).flatMap((each) =>
    isTable(each) && typeof each["name"] === "string" ? [each["name"]] : [],
  );
}

/** The words to choose from, with the names of the entry's markers in the place of MARKER. */
export function choicesOf(words: readonly string[], markers: readonly string[]): string[] {
  return words.flatMap((word) => (word === MARKER ? markers : [word]));
}

/** Every trait that the entry has, in the order of the form. */
export function rowsOf(form: Workshop, own: EntryText): Row[] {
  const { table } = spelledOut(form, own);
  const markers = markersOf(own);
  return form.traits.flatMap((offer) => rowsOfOffer(offer, table, markers));
}

function rowsOfOffer(offer: TraitOffer, table: Record<string, Value>, markers: readonly string[]): Row[] {
  const { key, word } = offer;
  const row = (path: string, value: Value, chosen = "", at = 0): Row => ({
    offer,
    path,
    word: chosen,
    at,
    value,
  });
  if (offer.words.length > 0) {
    const above = tableAbove(key);
    const found = dig(table, pathOf(above));
    if (!isTable(found)) return [];
    return choicesOf(offer.words, markers).flatMap((each) => {
      const value = found[each];
      return value === undefined ? [] : [row(`${above}.${each}`, value, each)];
    });
  }
  const found = dig(table, pathOf(key));
  if (found === undefined) return [];
  if (word !== "") return itemsOf(found).includes(word) ? [row(`${key}.${word}`, word)] : [];
  if (offer.most === 1) return [row(key, found)];
  return itemsOf(found).map((value, at) => row(key, value, "", at));
}

/** Whether the entry can have one of it, or one more. */
export function isFree(offer: TraitOffer, rows: readonly Row[], markers: readonly string[]): boolean {
  const own = rows.filter((row) => row.offer === offer);
  const [first] = pathOf(offer.key);
  const isAlone = !rows.some((row) => !row.offer.is_detail && pathOf(row.path)[0] === first);
  if (offer.is_detail && isAlone) return false;
  if (offer.words.length === 0) return own.length < offer.most;
  // If there is no marker to choose, one is made.
  return own.length < Math.max(1, choicesOf(offer.words, markers).length);
}

/** The text with one trait more, for a place if one is wanted, what it needs beside it, and where its row is. */
export function withRow(
  form: Workshop,
  own: EntryText,
  offer: TraitOffer,
  wanted?: string,
): { own: EntryText; path: string; at: number } {
  const [name = "", example = 0] = Object.entries(offer.example as Record<string, Value>)[0] ?? [];
  const open = spelledOut(form, own, name);
  if (offer.word !== "") {
    const listed = open.with(name, [...itemsOf(open.value(name)), offer.word]);
    return { own: withBeside(listed, offer), path: `${name}.${offer.word}`, at: 0 };
  }
  if (offer.most > 1) {
    const others = itemsOf(open.value(name));
    const items = [...others, another(example, others, offer)];
    return { own: open.with(name, oneOrList(items)), path: name, at: others.length };
  }
  const path =
    offer.words.length === 0
      ? name
      : `${tableAbove(name)}.${freeWord(form, own, offer, wanted ?? lastWord(name))}`;
  return { own: withBeside(open.with(path, example), offer), path, at: 0 };
}

/** The text with another value for a row. */
export function withRowValue(form: Workshop, own: EntryText, row: Row, value: Value): EntryText {
  const open = spelledOut(form, own, row.path);
  if (row.offer.most === 1) return open.with(row.path, value);
  const items = itemsOf(open.value(row.path)).map((each, at) => (at === row.at ? value : each));
  return open.with(row.path, oneOrList(items));
}

/** The text with another place, occupant or marker for a row. */
export function withRowWord(form: Workshop, own: EntryText, row: Row, word: string): EntryText {
  const gone = spelledOut(form, own, row.path).with(row.path, undefined);
  return gone.with(`${tableAbove(row.path)}.${word}`, row.value);
}

/** The text with another name for a marker, also where its name stands for it. */
export function withMarkerName(form: Workshop, own: EntryText, row: Row, name: string): EntryText {
  if (!isTable(row.value)) return own;
  const old = row.value["name"];
  const named = rowsOf(form, own).filter(({ offer, word }) => offer.words.includes(MARKER) && word === old);
  const moved = named.reduce((text, each) => withRowWord(form, text, each, name), own);
  return withRowValue(form, moved, row, { ...row.value, name });
}

/** The text without a row, and without what was put beside it for its sake. */
export function withoutRow(form: Workshop, own: EntryText, row: Row): EntryText {
  const { offer } = row;
  const open = spelledOut(form, own, row.path);
  if (offer.most > 1) return withItems(open, row.path, (_, at) => at !== row.at);
  const rest =
    offer.word === ""
      ? open.with(row.path, undefined)
      : withItems(open, offer.key, (each) => each !== offer.word, true);
  return Object.entries(offer.beside as Record<string, Value>).reduce((text, [key, value]) => {
    if (Array.isArray(value)) return withItems(text, key, (each) => !value.includes(each), true);
    // A table that a word of a list needs goes with it; one that others may use, too, stays.
    return offer.word === "" ? text : withItems(text, key, (each) => !isSame(each, value));
  }, rest);
}

/** The number of a value that may have a condition, and the condition. */
export function conditional(value: Value | undefined): { n: Value | undefined; when: string } {
  if (!isTable(value)) return { n: value, when: "" };
  return { n: value["n"], when: String(value["when"] ?? "") };
}

export function withCondition(n: Value, when: string): Value {
  return when === "" ? n : { n, when };
}

/** A condition such as `at most 4 regions` with N in the place of its number, and the number if it has one. */
export function conditionParts(when: string): {
  pattern: string;
  hasRegions: boolean;
  regions: number | null;
} {
  const pattern = when.replace(NUMBER, "N");
  const regions = NUMBER.exec(when)?.[0];
  return {
    pattern,
    hasRegions: pattern.split(" ").includes("N"),
    regions: regions === undefined ? null : Number(regions),
  };
}

/** Whether there is nothing to choose: the trait is there or it is not. */
export function isPlain(offer: TraitOffer, field: TraitField): boolean {
  if (offer.is_table) return false;
  if (offer.word !== "" || field.value === "flag") return true;
  if (field.value === "number") return field.low === field.high;
  return field.value === "word" && field.words.length <= 2;
}

/** The last word of a key. */
export function lastWord(key: string): string {
  return pathOf(key).at(-1) ?? key;
}

function tableAbove(key: string): string {
  return pathOf(key).slice(0, -1).join(".");
}

function itemsOf(value: Value | undefined): Value[] {
  return value === undefined ? [] : [value].flat();
}

function oneOrList(items: Value[]): Value {
  const [first] = items;
  return items.length === 1 && first !== undefined ? first : items;
}

function isSame(one: Value, other: Value): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The text with only those items of a list, or of a value that may stand for a list of one. */
function withItems(
  own: EntryText,
  key: string,
  isKept: (item: Value, at: number) => boolean,
  isList = false,
): EntryText {
  const items = itemsOf(own.value(key));
  const kept = items.filter(isKept);
  if (kept.length === items.length) return own;
  return own.with(key, kept.length === 0 ? undefined : isList ? kept : oneOrList(kept));
}

/** The text with numbers that stand for a table written as that table: all of them, or that of a key. */
function spelledOut(form: Workshop, own: EntryText, key?: string): EntryText {
  return Object.entries(form.short_forms).reduce((text, [short, long]) => {
    const value = text.value(short);
    const isShort = value !== undefined && !isTable(value);
    if (!isShort || (key !== undefined && pathOf(key)[0] !== short)) return text;
    return text.with(short, { [lastWord(long)]: value });
  }, own);
}

/** The text with what an offer needs beside it, as far as it is not there. */
function withBeside(own: EntryText, offer: TraitOffer): EntryText {
  return Object.entries(offer.beside as Record<string, Value>).reduce((text, [key, value]) => {
    const items = itemsOf(text.value(key));
    if (Array.isArray(value)) return text.with(key, [...new Set([...items, ...value])]);
    // A word of a list needs the very table, anything else just one.
    const isThere = offer.word === "" ? items.length > 0 : items.some((each) => isSame(each, value));
    return isThere ? text : text.with(key, oneOrList([...items, value]));
  }, own);
}

/** The usual word, or the first one that no other row has. */
function freeWord(form: Workshop, own: EntryText, offer: TraitOffer, usual: string): string {
  const taken = rowsOf(form, own).flatMap((row) => (row.offer === offer ? [row.word] : []));
  const free = choicesOf(offer.words, markersOf(own)).filter((word) => !taken.includes(word));
  return free.includes(usual) ? usual : (free[0] ?? usual);
}

/** One more of a table of which an entry has several: its name and its moment are those of no other. */
function another(example: Value, others: readonly Value[], offer: TraitOffer): Value {
  if (!isTable(example)) return example;
  const changed: Record<string, Value> = { ...example };
  for (const field of offer.fields) {
    const key = lastWord(field.key);
    const value = changed[key];
    const taken = others.flatMap((each) => (isTable(each) ? [each[key]] : []));
    if (value === undefined || !taken.includes(value)) continue;
    if (field.value === "text") changed[key] = `${String(value)}2`;
    if (field.value === "word") changed[key] = field.words.find((word) => !taken.includes(word)) ?? value;
  }
  return changed;
}
