/**
 * The text of races and powers, seen entry by entry: which there are, what a key of theirs says, and the text with one
 * key changed. Whatever the author wrote besides stays as it is, for the text is what counts.
 */
import { bareKey, isTable, readValue, writeValue, type Value } from "./toml";

export interface Entry {
  kind: "race" | "power";
  id: string;
  /** The line of its heading, counted from 0, and the line after its last one. */
  from: number;
  to: number;
}

/** A key with its value, which may go over several lines. */
interface Assignment {
  /** The key from the entry on, and as it is written below the heading it stands under. */
  path: readonly string[];
  name: string;
  from: number;
  to: number;
  value: Value | undefined;
  /** Whether it is one of several tables with the same heading, [[race.gnomes.marker]]. */
  isItem: boolean;
}

/** The lines below a heading of an entry: its own, or that of one of its tables. */
interface Section {
  prefix: readonly string[];
  from: number;
  to: number;
  isItem: boolean;
}

type Table = Record<string, Value>;

const HEADING = /^\s*(\[\[?)\s*([^[\]]+?)\s*\]\]?\s*(?:#.*)?$/;
const ASSIGNMENT = /^\s*((?:[\w-]+|"[^"]*")(?:\s*\.\s*(?:[\w-]+|"[^"]*"))*)\s*=(.*)$/;

/** A map is written as JSON. */
export function isMap(text: string): boolean {
  return text.trimStart().startsWith("{");
}

export function entriesOf(text: string): Entry[] {
  const lines = text.split("\n");
  const headings = headingsIn(lines);
  return headings.flatMap(({ words, at, isItem }, number) => {
    const [kind, id] = words;
    if ((kind !== "race" && kind !== "power") || id === undefined || words.length !== 2 || isItem) return [];
    const isInside = (words: string[]): boolean => words.length > 2 && startsWith(words, [kind, id]);
    const next = headings.slice(number + 1).find((each) => !isInside(each.words));
    return [{ kind, id, from: at, to: next?.at ?? lines.length }];
  });
}

/** All that an entry says, as one table. */
export function tableOf(text: string, entry: Entry): Table {
  const table: Table = {};
  for (const { path, value, isItem } of assignmentsOf(text, entry)) {
    if (value === undefined) continue;
    const before = isItem ? dig(table, path) : undefined;
    const next = isItem ? [...(Array.isArray(before) ? before : []), value] : value;
    Object.assign(table, planted(table, path, next));
  }
  return table;
}

/** What a key of an entry says, such as `coins.mine`. */
export function valueOf(text: string, entry: Entry, key: string): Value | undefined {
  return dig(tableOf(text, entry), pathOf(key));
}

/** The text with a key of an entry changed, added, or, without a value, removed. */
export function withValue(text: string, entry: Entry, key: string, value: Value | undefined): string {
  const path = pathOf(key);
  const lines = text.split("\n");
  const assignments = assignmentsOf(text, entry);
  const above = nearest(assignments, path);
  if (above !== undefined && above.rest.length > 0) {
    const { assignment, rest } = above;
    const next = planted(assignment.value, rest, value);
    const isEmpty = isTable(next) && Object.keys(next).length === 0;
    const written = isEmpty ? [] : [`${assignment.name} = ${writeValue(next)}`];
    lines.splice(assignment.from, assignment.to - assignment.from, ...written);
    return lines.join("\n");
  }
  const old = assignments.filter((each) => startsWith(each.path, path));
  const [first] = old;
  const isInPlace = first !== undefined && !first.isItem && first.path.length === path.length;
  if (value !== undefined && isInPlace) {
    lines.splice(first.from, first.to - first.from, `${first.name} = ${writeValue(value)}`);
    return lines.join("\n");
  }
  for (const { from, to } of [...old].reverse()) lines.splice(from, to - from);
  const rest = lines.join("\n");
  if (value === undefined) return rest;
  const shrunk = { ...entry, to: entry.to - old.reduce((sum, { from, to }) => sum + to - from, 0) };
  return withLine(rest, shrunk, path, value);
}

/** A text, seen from one of its entries; a change gives another one. */
export class EntryText {
  readonly text: string;
  readonly entry: Entry;

  constructor(text: string, entry: Entry) {
    this.text = text;
    this.entry = entry;
  }

  get table(): Table {
    return tableOf(this.text, this.entry);
  }

  value(key: string): Value | undefined {
    return valueOf(this.text, this.entry, key);
  }

  with(key: string, value: Value | undefined): EntryText {
    const text = withValue(this.text, this.entry, key, value);
    // The entry begins where it did, but may have more lines or fewer.
    const entry = entriesOf(text).find(({ from }) => from === this.entry.from) ?? this.entry;
    return new EntryText(text, entry);
  }
}

/** The text with an entry under another name. */
export function withId(text: string, entry: Entry, id: string): string {
  const lines = text.split("\n");
  for (const { words, at, isItem } of headingsIn(lines)) {
    if (at < entry.from || at >= entry.to) continue;
    const name = [entry.kind, id, ...words.slice(2)].map(bareKey).join(".");
    lines[at] = isItem ? `[[${name}]]` : `[${name}]`;
  }
  return lines.join("\n");
}

export function withoutEntry(text: string, entry: Entry): string {
  const lines = text.split("\n");
  lines.splice(entry.from, entry.to - entry.from);
  return lines.join("\n");
}

/** What the text says before its first heading, such as `rulebook`. */
export function topValueOf(text: string, key: string): Value | undefined {
  return valueOf(text, topOf(text), key);
}

export function withTopValue(text: string, key: string, value: Value | undefined): string {
  const top = topOf(text);
  if (value === undefined || valueOf(text, top, key) !== undefined) return withValue(text, top, key, value);
  return `${bareKey(key)} = ${writeValue(value)}\n${text}`;
}

/** The races of the box that the entries of a text, but for one, borrow tokens from or replace. */
export function lentIn(text: string, besides?: Entry): string[] {
  const others = entriesOf(text).filter(({ from }) => from !== besides?.from);
  return others.flatMap((entry) => [entry.id, String(valueOf(text, entry, "tokens_of") ?? "")]);
}

/** The text with one entry more, which has these keys. */
export function withEntry(text: string, kind: Entry["kind"], id: string, keys: Table): string {
  const lines = Object.entries(keys).map(([key, value]) => `${key} = ${writeValue(value)}`);
  const before = text.trimEnd();
  return `${before === "" ? "" : `${before}\n\n`}${[`[${kind}.${id}]`, ...lines].join("\n")}\n`;
}

/** The line, counted from 1, on which an entry says something of a key, or else where the entry begins. */
export function lineOf(text: string, id: string, key: string): number | null {
  const entry = entriesOf(text).find((each) => each.id === id);
  if (entry === undefined) return null;
  const path = pathOf(key);
  const assignments = assignmentsOf(text, entry);
  const found =
    nearest(assignments, path)?.assignment ?? assignments.find((each) => startsWith(each.path, path));
  return (found?.from ?? entry.from) + 1;
}

export function dig(value: Value | undefined, path: readonly string[]): Value | undefined {
  return path.reduce<Value | undefined>((found, word) => (isTable(found) ? found[word] : undefined), value);
}

export const pathOf = (key: string): string[] => key.split(".");

function headingsIn(lines: readonly string[]): { words: string[]; at: number; isItem: boolean }[] {
  return lines.flatMap((line, at) => {
    const [, bracket, name] = HEADING.exec(line) ?? [];
    return name === undefined ? [] : [{ words: wordsOf(name), at, isItem: bracket === "[[" }];
  });
}

/** The words of a dotted key as somebody wrote it. */
function wordsOf(name: string): string[] {
  return name.split(".").map((word) => word.trim().replaceAll('"', ""));
}

/** The lines before the first heading, as if they were an entry. */
function topOf(text: string): Entry {
  const lines = text.split("\n");
  return { kind: "race", id: "", from: -1, to: headingsIn(lines)[0]?.at ?? lines.length };
}

function sectionsOf(lines: readonly string[], entry: Entry): Section[] {
  const inner = headingsIn(lines).filter(({ at }) => at > entry.from && at < entry.to);
  const starts = [{ words: ["", ""], at: entry.from, isItem: false }, ...inner];
  return starts.map(({ words, at, isItem }, number) => ({
    prefix: words.slice(2),
    from: at,
    to: starts[number + 1]?.at ?? entry.to,
    isItem,
  }));
}

function assignmentsOf(text: string, entry: Entry): Assignment[] {
  const lines = text.split("\n");
  return sectionsOf(lines, entry).flatMap((section) => {
    const found = assignmentsIn(lines, section);
    if (!section.isItem) return found;
    const { prefix, from, to } = section;
    const value = found.reduce<Value>(
      (table, each) => planted(table, each.path.slice(prefix.length), each.value),
      {},
    );
    return [{ path: prefix, name: prefix.map(bareKey).join("."), from, to, value, isItem: true }];
  });
}

function assignmentsIn(lines: readonly string[], { prefix, from, to: end }: Section): Assignment[] {
  const found: Assignment[] = [];
  for (let at = from + 1; at < end; at += 1) {
    const [, key, first] = ASSIGNMENT.exec(lines[at] ?? "") ?? [];
    if (key === undefined || first === undefined) continue;
    let to = at + 1;
    let value = readValue(first);
    // A list or table may go on for some lines.
    while (value === undefined && /^\s*[[{]/.test(first) && to < end) {
      to += 1;
      value = readValue([first, ...lines.slice(at + 1, to)].join("\n"));
    }
    if (value === undefined) to = at + 1;
    const words = wordsOf(key);
    const name = words.map(bareKey).join(".");
    found.push({ path: [...prefix, ...words], name, from: at, to, value, isItem: false });
    at = to - 1;
  }
  return found;
}

/** The text with a new line for a key, below the heading of its table if there is one. */
function withLine(text: string, entry: Entry, path: readonly string[], value: Value): string {
  const lines = text.split("\n");
  const sections = sectionsOf(lines, entry).filter(
    ({ prefix, isItem }) => !isItem && startsWith(path, prefix) && prefix.length < path.length,
  );
  const section = sections.reduce((best, each) => (each.prefix.length > best.prefix.length ? each : best));
  const name = path.slice(section.prefix.length).map(bareKey).join(".");
  lines.splice(lastLine(lines, section) + 1, 0, `${name} = ${writeValue(value)}`);
  return lines.join("\n");
}

/** The assignment that tells a key, be it of the key itself or of a table around it. */
function nearest(
  assignments: readonly Assignment[],
  path: readonly string[],
): { assignment: Assignment; rest: readonly string[] } | undefined {
  for (const assignment of assignments) {
    const isExact = assignment.path.length === path.length;
    if (!startsWith(path, assignment.path) || !(isExact || isTable(assignment.value))) continue;
    return { assignment, rest: path.slice(assignment.path.length) };
  }
  return undefined;
}

function startsWith(path: readonly string[], begin: readonly string[]): boolean {
  return begin.length <= path.length && begin.every((word, at) => path[at] === word);
}

/** A table with another value at this place in it, or, without a value, with none. */
export function planted(table: Value | undefined, path: readonly string[], value: Value | undefined): Value {
  const [word = "", ...rest] = path;
  const { [word]: old, ...others } = isTable(table) ? table : {};
  const next = rest.length === 0 ? value : planted(old, rest, value);
  const isEmpty = next === undefined || (rest.length > 0 && isTable(next) && Object.keys(next).length === 0);
  return isEmpty ? others : { ...others, [word]: next };
}

/** The last line of a section that is neither empty nor a comment. */
function lastLine(lines: readonly string[], section: Section): number {
  let at = section.to - 1;
  while (at > section.from && /^\s*(#.*)?$/.test(lines[at] ?? "")) at -= 1;
  return at;
}
