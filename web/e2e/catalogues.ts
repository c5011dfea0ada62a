/** The catalogues, as tests need them: what a language says, and which languages there are. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const BASE = "en";
const FOLDER = join(import.meta.dirname, "../../src/elbowroom/content/locales");

export type Message = string | [{ match: Record<string, string> }];

/** The languages that are offered. */
export const OFFERED: readonly string[] = readdirSync(FOLDER).map((file) => file.replace(".json", ""));

/** All of them but English. */
export const OTHERS = OFFERED.filter((code) => code !== BASE);

/** The first of these languages that is there, or any other than English. */
export const preferred = (...codes: readonly string[]): string =>
  codes.find((code) => OTHERS.includes(code)) ?? OTHERS[0] ?? BASE;

const read = new Map<string, Record<string, Message>>();

export function catalogueOf(language: string): Record<string, Message> {
  const known = read.get(language);
  if (known !== undefined) return known;
  const found = JSON.parse(readFileSync(join(FOLDER, `${language}.json`), "utf-8")) as Record<
    string,
    Message
  >;
  read.set(language, found);
  return found;
}

/** A message; of several texts the last, which is the usual one. */
export function textIn(language: string, key: string): string {
  const message = catalogueOf(language)[key];
  if (message === undefined) throw new Error(`${language}.json has no ${key}`);
  return typeof message === "string" ? message : (Object.values(message[0].match).at(-1) ?? "");
}

/** Whole English sentences in a text that the language says otherwise. */
export function englishIn(text: string, language: string): string[] {
  return Object.keys(catalogueOf(BASE))
    .map((key) => [textIn(BASE, key), textIn(language, key)] as const)
    .filter(([english, own]) => english !== own && english.split(" ").length > 2 && !/[{`]/.test(english))
    .map(([english]) => english)
    .filter((english) => text.includes(english));
}
