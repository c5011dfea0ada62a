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
  const messages = Object.fromEntries(entries) as Messages;
  for (const [key, message] of Object.entries(messages)) checkForms(key, message, formsOf(messages));
  return messages;
}

/** Names can be asked for in the forms that the language says it has, and in no others. */
function checkForms(key: string, message: Message, forms: readonly string[]): void {
  for (const name of parametersOf(message).keys()) {
    const family = familyOf(key, name);
    const form = name.slice((family?.names[0]?.length ?? 0) + 1);
    if (family === undefined || form === "" || family.names.includes(name)) continue;
    if (!formsIn(family, forms).includes(form))
      throw new Error(`${key} asks for {${name}}, but piece_forms has no ${form} for it`);
  }
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

/** A parameter as a caller gives it: `{Race}` is `race`, with a capital letter. */
const uncapital = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** What a message asks for, by name, and whether it must be a number. */
function parametersOf(message: Message): Map<string, "number" | "Shown"> {
  const found = new Map<string, "number" | "Shown">();
  const texts = typeof message === "string" ? [message] : Object.values(message);
  for (const [, name = ""] of texts.join("").matchAll(/\{(\w+)\}/g)) found.set(uncapital(name), "Shown");
  if (typeof message === "string") return found;
  const selectors = Object.keys(message).flatMap((conditions) => conditions.split(", "));
  for (const [selector = ""] of selectors.map((condition) => condition.split("="))) {
    const count = countOf(selector);
    if (count !== null) found.set(count, "number");
    else if (!found.has(selector)) found.set(selector, "Shown");
  }
  return found;
}

/**
 * Parameters that a function of `src/words/names.ts` gives together: a message that asks for one of them, or for a form,
 * takes all. So a language may ask for another form, or select by the piece, and no caller changes.
 */
const FAMILIES: readonly { type: string; names: readonly string[]; isInflected: boolean }[] = [
  { type: "RaceWords", names: ["race", "id"], isInflected: true },
  { type: "ByWords", names: ["by"], isInflected: true },
  { type: "ComboWords", names: ["combo", "id"], isInflected: true },
  { type: "MarkerWords", names: ["marker", "marker_id"], isInflected: false },
];
/** The forms of a race behind a number: 1, or any. */
const ONE = "one";
const COUNTED = "counted";

/** The forms that the names of a family have; behind a number stand only races that are counted. */
function formsIn({ type }: (typeof FAMILIES)[number], forms: readonly string[]): string[] {
  const plain = forms.filter((form) => form !== COUNTED);
  if (type === "RaceWords") return [...plain, COUNTED];
  return type === "ComboWords" ? plain.filter((form) => form !== ONE) : plain;
}

/** The forms that a language has for races. */
export function formsOf(messages: Messages): string[] {
  const { piece_forms: forms = "" } = messages;
  return typeof forms === "string" ? forms.split(" ").filter((form) => form !== "") : [];
}

/** The family that a parameter belongs to; refusals name pieces as the notation does. */
function familyOf(key: string, name: string): (typeof FAMILIES)[number] | undefined {
  if (key.startsWith("refusal_")) return undefined;
  return FAMILIES.find(
    ({ names: [first = ""], isInflected }) =>
      name === first || (isInflected && name.startsWith(`${first}_`)) || name === `${first}_id`,
  );
}

/** The types that a message's parameters have together. */
function parameterTypes(key: string, asked: ReadonlyMap<string, string>): string[] {
  const families = [...asked.keys()].flatMap((name) => familyOf(key, name) ?? []);
  const given = new Set(families.flatMap(({ names }) => names));
  const types = new Set(families.map(({ type }) => type));
  if (asked.has(`race_${COUNTED}`)) types.delete("RaceWords");
  const others = [...asked].filter(([name]) => !given.has(name) && familyOf(key, name) === undefined);
  return [
    ...(others.length > 0 ? [`{ ${others.map(([name, type]) => `${name}: ${type}`).join("; ")} }`] : []),
    ...types,
    ...(asked.has(`race_${COUNTED}`) ? ["CountedRaceWords"] : []),
  ];
}

/** The types of what the functions of `names.ts` give, in every form that any language has. */
function familyTypes(forms: readonly string[]): string[] {
  return [
    "/** Names in every form that any language has; src/words/names.ts gives them. */",
    ...FAMILIES.map((family) => {
      const { type, names, isInflected } = family;
      const own = isInflected ? formsIn(family, forms).filter((form) => form !== COUNTED) : [];
      const all = [...names, ...own.map((form) => `${names[0] ?? ""}_${form}`)];
      return `export interface ${type} { ${all.map((name) => `${name}: string`).join("; ")} }`;
    }),
    `export interface CountedRaceWords extends RaceWords { race_${COUNTED}: string }`,
  ];
}

/** The types of the messages: each takes every parameter that any language asks for. */
export function typesOf(languages: readonly Messages[]): string {
  const keys = [...new Set(languages.flatMap((messages) => Object.keys(messages)))].sort();
  const forms = [...new Set(languages.flatMap(formsOf))];
  const lines = keys.map((key) => {
    const asked = new Map<string, "number" | "Shown">();
    for (const messages of languages) {
      for (const [name, type] of parametersOf(messages[key] ?? "")) {
        if (asked.get(name) !== "number") asked.set(name, type);
      }
    }
    const params = parameterTypes(key, asked).join(" & ");
    return `  ${key}: (${params === "" ? "" : `params: ${params}`}) => string;`;
  });
  return [
    "/** Made by tools/words.ts from the catalogues: what each message asks for in any language. */",
    "type Shown = string | number;",
    ...familyTypes(forms),
    "export interface Words {",
    ...lines,
    "}",
    "",
  ].join("\n");
}

/** Messages that are no texts. */
const DATA: readonly string[] = ["alphabet", "piece_forms"];
/** A button with so few letters may be three times as long in another language. */
const SHORT = 10;
/** Names are about as long in all languages, and there are limits for them. */
const NAMES = /^(race|power|marker|region|terrain|symbol|place|web_name)_/;

/** The messages with accents and room for longer languages, in brackets; parameters stay as they are. */
export function pseudo(messages: Messages): Messages {
  const entries = Object.entries(messages).map(([key, message]) => {
    const made = (text: string): string => (DATA.includes(key) ? text : pseudoText(text, NAMES.test(key)));
    return [
      key,
      typeof message === "string"
        ? made(message)
        : Object.fromEntries(Object.entries(message).map(([when, text]) => [when, made(text)])),
    ];
  });
  return Object.fromEntries(entries) as Messages;
}

/** Half as long again; twice, if it is short and no name. */
function pseudoText(text: string, isName: boolean): string {
  const letters = text.replace(/\{[^}]*\}/g, "").length;
  const more = letters < SHORT && !isName ? 2 * letters : Math.ceil(letters / 2);
  const accented = text
    .split(/(\{[^}]*\})/)
    .map((part) =>
      part.startsWith("{") ? part : part.replace(/[aeiouAEOUnc]/g, (letter) => ACCENTS[letter] ?? letter),
    )
    .join("");
  // No language has words of any length.
  const filling = "·".repeat(more).replace(/·{8}(?=·)/g, "$& ");
  return `[${accented}${filling}]`;
}
