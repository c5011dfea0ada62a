/**
 * Everything the client says. The catalogues are data: each part of each language (`parts.ts`) is a file that is loaded
 * before the page that needs it is drawn. Messages are functions with typed parameters: `m.web_lobby_title({ players })`.
 */
import { Catalogue } from "./catalogue";
import type { Words } from "./compiled/keys";
import { NAMES } from "./compiled/languages";
import { localeOf } from "./formats";
import type { Messages, Params } from "./message";
import type { Part } from "./parts";
import { BASE, language, PSEUDO, spoken } from "./spoken.svelte";

export { language };
export type { Words };

/** Where the parts lie: `./compiled/core.de.json`. */
const ADDRESSES = import.meta.glob<string>("./compiled/*.json", {
  query: "?url",
  import: "default",
  eager: true,
});
const addressOf = (code: string, part: Part): string | undefined =>
  ADDRESSES[`./compiled/${part}.${code}.json`];

const catalogues = new Map<string, Catalogue>();
const loads = new Map<string, Promise<void>>();
/** What open pages say something from. */
const needed = new Set<Part>(["core"]);
/** The language that was chosen last; it is spoken as soon as its words are there. */
let wanted = BASE;
let change: Promise<unknown> = Promise.resolve();

/** The languages there are, with what they call themselves, in the order of these names. */
export const languages: readonly { code: string; name: string }[] = NAMES;

/** What is spoken to those who wish for a language that its neighbours read. */
const NEAREST: Readonly<Record<string, string>> = { no: "nb", nn: "nb" };
/** The first part of a tag such as `de-AT`. */
const PRIMARY = /^[a-z]{2,8}(?=[-_.@]|$)/i;

/**
 * The first language of a wish list that is there, compared by whole tags: `fil` is not `fi`; `*` is any. The same rule as
 * in `rules/languages.py`; `tests/fixtures/language_choice.json` is a test of both.
 */
export function chosen(
  wishes: readonly string[],
  offered: readonly string[] = [...languages.map((each) => each.code), PSEUDO],
): string {
  const wished = wishes.map((wish) => {
    const code = PRIMARY.exec(wish.trim())?.[0].toLowerCase() ?? wish;
    return NEAREST[code] ?? code;
  });
  const found = wished.find((code) => code === "*" || offered.includes(code));
  return found === undefined || found === "*" ? BASE : found;
}

/** Speak another language from now on: everything that is shown changes as soon as its words are there. */
export function speak(code: string): Promise<void> {
  wanted = code;
  const changed = changeTo(code);
  change = changed.catch(() => undefined);
  return changed;
}

/** Load what a page says something from, before it is drawn. */
export async function needWords(...parts: readonly Part[]): Promise<void> {
  const code = wanted;
  await Promise.all([change, ...parts.map((part) => load(code, part))]);
  // Somebody chose another language meanwhile.
  if (code !== wanted) return needWords(...parts);
  for (const part of parts) needed.add(part);
}

async function changeTo(code: string): Promise<void> {
  try {
    await Promise.all([...needed].map((part) => load(code, part)));
  } catch (error) {
    if (wanted === code) wanted = spoken.language;
    throw error;
  }
  if (wanted !== code) return;
  spoken.language = code;
  document.documentElement.lang = localeOf(code);
}

function load(code: string, part: Part): Promise<void> {
  const name = `${part}.${code}`;
  const known = loads.get(name);
  if (known !== undefined) return known;
  const loading = fetched(code, part).then((messages) => catalogueOf(code).add(messages));
  loads.set(name, loading);
  // What failed is tried again when it is asked for again.
  loading.catch(() => loads.delete(name));
  return loading;
}

async function fetched(code: string, part: Part): Promise<Messages> {
  const address = addressOf(code, part);
  if (address === undefined) throw new Error(`There are no words of ${code} for ${part}`);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return (await response.json()) as Messages;
}

function catalogueOf(code: string): Catalogue {
  const known = catalogues.get(code);
  if (known !== undefined) return known;
  const catalogue = new Catalogue(code);
  catalogues.set(code, catalogue);
  return catalogue;
}

/** A message whose key is only known when it is needed, such as `event_conquered`; null if there is none. */
export function told(key: string, params: Params = {}): string | null {
  return catalogueOf(language()).find(key)?.(params) ?? null;
}

/** The keys of all messages that begin in this way. */
export function keysFrom(beginning: string): string[] {
  return catalogueOf(language()).keys.filter((key) => key.startsWith(beginning));
}

type Said = (params?: Params) => string;

/** The messages, as functions of their parameters; what was not loaded says its own key. */
export const m = new Proxy<Record<string, Said>>(Object.create(null) as Record<string, Said>, {
  get: (said, key) => {
    if (typeof key !== "string") return undefined;
    return (said[key] ??= (params) => told(key, params) ?? key);
  },
}) as unknown as Words;
