/**
 * The text of races and powers, seen entry by entry: which there are, what a key of theirs says, and the text with one
 * key changed. Whatever the author wrote besides stays as it is, for the text is what counts.
 */
import { isTable, readValue, writeValue, type Value } from "./toml";

export interface Entry {
  kind: "race" | "power";
  id: string;
  /** The line of its heading, counted from 0, and the line after its last one. */
  from: number;
  to: number;
}

/** A key with its value, which may go over several lines. */
interface Assignment {
  path: readonly string[];
  from: number;
  to: number;
  value: Value | undefined;
}

const HEADING = /^\s*\[\s*([^\]]+?)\s*\]\s*(?:#.*)?$/;
const ENTRY = /^(race|power)\s*\.\s*([^.]+)$/;
const ASSIGNMENT = /^\s*((?:[\w-]+|"[^"]*")(?:\s*\.\s*(?:[\w-]+|"[^"]*"))*)\s*=(.*)$/;

/** A map is written as JSON. */
export function isMap(text: string): boolean {
  return text.trimStart().startsWith("{");
}

export function entriesOf(text: string): Entry[] {
  const lines = text.split("\n");
  const headings = lines.flatMap((line, at) => {
    const name = HEADING.exec(line)?.[1];
    return name === undefined ? [] : [{ name, at }];
  });
  return headings.flatMap(({ name, at }, number) => {
    const [, kind, id] = ENTRY.exec(name) ?? [];
    if ((kind !== "race" && kind !== "power") || id === undefined) return [];
    return [{ kind, id: id.replaceAll('"', ""), from: at, to: headings[number + 1]?.at ?? lines.length }];
  });
}

/** What a key of an entry says, such as `coins.mine`. */
export function valueOf(text: string, entry: Entry, key: string): Value | undefined {
  const found = nearest(assignmentsOf(text, entry), key.split("."));
  return found === undefined ? undefined : dig(found.assignment.value, found.rest);
}

/** The keys below one, such as the places of `coins`, with their values. */
export function valuesBelow(text: string, entry: Entry, key: string): [string, Value][] {
  const below = key.split(".");
  return assignmentsOf(text, entry).flatMap(({ path, value }): [string, Value][] => {
    if (value === undefined) return [];
    if (startsWith(path, below) && path.length === below.length + 1) return [[path.at(-1) ?? "", value]];
    if (!startsWith(below, path)) return [];
    const table = dig(value, below.slice(path.length));
    return isTable(table) ? Object.entries(table) : [];
  });
}

/** The text with a key of an entry changed, added, or, without a value, removed. */
export function withValue(text: string, entry: Entry, key: string, value: Value | undefined): string {
  const path = key.split(".");
  const lines = text.split("\n");
  const found = nearest(assignmentsOf(text, entry), path);
  if (found !== undefined) {
    const { assignment, rest } = found;
    const next = rest.length === 0 ? value : planted(assignment.value, rest, value);
    const isEmpty = next === undefined || (isTable(next) && Object.keys(next).length === 0);
    const written = isEmpty ? [] : [`${assignment.path.join(".")} = ${writeValue(next)}`];
    lines.splice(assignment.from, assignment.to - assignment.from, ...written);
    return lines.join("\n");
  }
  if (value === undefined) return text;
  lines.splice(lastLine(lines, entry) + 1, 0, `${key} = ${writeValue(value)}`);
  return lines.join("\n");
}

/** The text with one entry more, which has these keys. */
export function withEntry(
  text: string,
  kind: Entry["kind"],
  id: string,
  keys: Record<string, Value>,
): string {
  const taken = new Set(entriesOf(text).map((entry) => entry.id));
  let free = id;
  for (let number = 2; taken.has(free); number += 1) free = `${id}_${number}`;
  const lines = Object.entries(keys).map(([key, value]) => `${key} = ${writeValue(value)}`);
  const before = text.trimEnd();
  return `${before === "" ? "" : `${before}\n\n`}${[`[${kind}.${free}]`, ...lines].join("\n")}\n`;
}

/** The line, counted from 1, on which an entry says something of a key, or else where the entry begins. */
export function lineOf(text: string, id: string, key: string): number | null {
  const entry = entriesOf(text).find((each) => each.id === id);
  if (entry === undefined) return null;
  const path = key.split(".");
  const assignments = assignmentsOf(text, entry);
  const found =
    nearest(assignments, path)?.assignment ?? assignments.find((each) => startsWith(each.path, path));
  return (found?.from ?? entry.from) + 1;
}

function assignmentsOf(text: string, entry: Entry): Assignment[] {
  const lines = text.split("\n");
  const found: Assignment[] = [];
  for (let at = entry.from + 1; at < entry.to; at += 1) {
    const [, key, first] = ASSIGNMENT.exec(lines[at] ?? "") ?? [];
    if (key === undefined || first === undefined) continue;
    const path = key.split(".").map((word) => word.trim().replaceAll('"', ""));
    let to = at + 1;
    let value = readValue(first);
    // A list or table may go on for some lines.
    while (value === undefined && /^\s*[[{]/.test(first) && to < entry.to) {
      to += 1;
      value = readValue([first, ...lines.slice(at + 1, to)].join("\n"));
    }
    if (value === undefined) to = at + 1;
    found.push({ path, from: at, to, value });
    at = to - 1;
  }
  return found;
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

function dig(value: Value | undefined, path: readonly string[]): Value | undefined {
  return path.reduce<Value | undefined>((found, word) => (isTable(found) ? found[word] : undefined), value);
}

function planted(table: Value | undefined, path: readonly string[], value: Value | undefined): Value {
  const [word = "", ...rest] = path;
  const { [word]: old, ...others } = isTable(table) ? table : {};
  const next = rest.length === 0 ? value : planted(old, rest, value);
  return next === undefined ? others : { ...others, [word]: next };
}

/** The last line of an entry that is neither empty nor a comment. */
function lastLine(lines: readonly string[], entry: Entry): number {
  let at = entry.to - 1;
  while (at > entry.from && /^\s*(#.*)?$/.test(lines[at] ?? "")) at -= 1;
  return at;
}
