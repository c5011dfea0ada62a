/** Catalogues of the package as the browser gets them: what they ask for, in parts, and in the pseudo-locale. */
import { ELSEWHERE, partOf, type Part } from "../src/words/parts.ts";

/** A message that says different things, as it is written in `content/locales`. */
export interface Variants {
  declarations: readonly string[];
  selectors: readonly string[];
  match: Readonly<Record<string, string>>;
}
export type Catalogue = Readonly<Record<string, string | readonly Variants[]>>;
/** What goes to the browser of a message: its text, or its texts by their conditions. */
export type Message = string | Readonly<Record<string, string>>;
export type Messages = Record<string, Message>;

const ACCENTS: Readonly<Record<string, string>> = {
  a: "á",
  e: "ë",
  i: "ï",
  o: "ö",
  u: "ü",
  A: "Å",
  E: "É",
  O: "Ö",
  U: "Ü",
  n: "ñ",
  c: "ç",
};

/** The messages that the browser says, checked. */
export function messagesOf(catalogue: Catalogue): Messages {
  const entries = Object.entries(catalogue)
    .filter(([key]) => partOf(key) !== ELSEWHERE)
    .map(([key, message]) => [key, typeof message === "string" ? message : matchOf(key, message)]);
  return Object.fromEntries(entries) as Messages;
}

/** The texts of a message by their conditions; its declarations only say what stands in the texts anyway. */
function matchOf(key: string, message: readonly Variants[]): Record<string, string> {
  const [variants, ...others] = message;
  if (variants === undefined || others.length > 0)
    throw new Error(`${key} needs exactly one list of variants`);
  const { declarations, selectors, match } = variants;
  for (const selector of selectors) {
    const name = countOf(selector);
    const wanted = name === null ? `input ${selector}` : `local ${selector} = ${name}: plural`;
    if (!declarations.includes(wanted)) throw new Error(`${key} selects by ${selector} without “${wanted}”`);
  }
  for (const conditions of Object.keys(match)) {
    const named = conditions.split(", ").map((condition) => condition.split("=")[0]);
    if (named.join() !== selectors.join())
      throw new Error(`${key}: “${conditions}” is not about its selectors`);
  }
  return { ...match };
}

/** The parameter whose plural category a selector is; null if it is a parameter itself. */
function countOf(selector: string): string | null {
  return selector.endsWith("Plural") ? selector.slice(0, -"Plural".length) : null;
}

/** Messages by the part that claims them. */
export function inParts(messages: Messages): Map<Part, Messages> {
  const parts = new Map<Part, Messages>();
  for (const [key, message] of Object.entries(messages)) {
    const part = partOf(key);
    if (part === null) throw new Error(`No part of src/words/parts.ts claims ${key}`);
    if (part === ELSEWHERE) continue;
    const own = parts.get(part) ?? {};
    own[key] = message;
    parts.set(part, own);
  }
  return parts;
}

/** What a message asks for, by name, and whether it must be a number. */
function parametersOf(message: Message): Map<string, "number" | "Shown"> {
  const found = new Map<string, "number" | "Shown">();
  const texts = typeof message === "string" ? [message] : Object.values(message);
  for (const [, name = ""] of texts.join("").matchAll(/\{(\w+)\}/g)) found.set(name, "Shown");
  if (typeof message === "string") return found;
  const selectors = Object.keys(message).flatMap((conditions) => conditions.split(", "));
  for (const [selector = ""] of selectors.map((condition) => condition.split("="))) {
    const count = countOf(selector);
    if (count !== null) found.set(count, "number");
    else if (!found.has(selector)) found.set(selector, "Shown");
  }
  return found;
}

/** The types of the messages: each takes every parameter that any language asks for. */
export function typesOf(languages: readonly Messages[]): string {
  const keys = [...new Set(languages.flatMap((messages) => Object.keys(messages)))].sort();
  const lines = keys.map((key) => {
    const asked = new Map<string, "number" | "Shown">();
    for (const messages of languages) {
      for (const [name, type] of parametersOf(messages[key] ?? "")) {
        if (asked.get(name) !== "number") asked.set(name, type);
      }
    }
    const params = [...asked].map(([name, type]) => `${name}: ${type}`).join("; ");
    return `  ${key}: (${params === "" ? "" : `params: { ${params} }`}) => string;`;
  });
  return [
    "/** Made by tools/words.ts from the catalogues: what each message asks for in any language. */",
    "type Shown = string | number;",
    "export interface Words {",
    ...lines,
    "}",
    "",
  ].join("\n");
}

/** The messages with accents and room for longer languages, in brackets; parameters stay as they are. */
export function pseudo(messages: Messages): Messages {
  const entries = Object.entries(messages).map(([key, message]) => [
    key,
    typeof message === "string"
      ? pseudoText(message)
      : Object.fromEntries(Object.entries(message).map(([when, text]) => [when, pseudoText(text)])),
  ]);
  return Object.fromEntries(entries) as Messages;
}

function pseudoText(text: string): string {
  const accented = text
    .split(/(\{[^}]*\})/)
    .map((part) =>
      part.startsWith("{") ? part : part.replace(/[aeiouAEOUnc]/g, (letter) => ACCENTS[letter] ?? letter),
    )
    .join("");
  return `[${accented}${"·".repeat(Math.ceil(text.length / 4))}]`;
}
