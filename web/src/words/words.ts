/** Everything the client says: the compiled catalogue of one language, loaded before the first page is drawn. */
import type * as English from "./compiled/play/messages/en.js";
import type * as EnglishBook from "./compiled/book/messages/en.js";

/** A message takes exactly the parameters that its English text names. */
type Messages<Module> = {
  [Key in keyof Module]: Module[Key] extends (params: infer Named) => unknown
    ? keyof Named extends never
      ? () => string
      : (params: Named) => string
    : never;
};
export type Words = Messages<typeof English>;
export type Book = Messages<typeof EnglishBook>;
type Params = Record<string, unknown>;

const catalogues = import.meta.glob<Words>("./compiled/play/messages/[a-z][a-z].js");
const books = import.meta.glob<Book>("./compiled/book/messages/[a-z][a-z].js");

/** What the languages call themselves; `xx` is the pseudo-locale of the tests. */
const NAMES: Record<string, string> = {
  en: "English",
  de: "Deutsch",
  nl: "Nederlands",
  da: "Dansk",
  nb: "Norsk",
  sv: "Svenska",
  fi: "Suomi",
  is: "Íslenska",
  et: "Eesti",
};
const PSEUDO = "xx";
const BASE = "en";

/** The messages of the language that was loaded: `m.web_home_play_now()`. */
export let m: Words;
export let language = BASE;

/** The languages there are, with their own names. */
export const languages: readonly { code: string; name: string }[] = Object.entries(NAMES)
  .filter(([code]) => `./compiled/play/messages/${code}.js` in catalogues)
  .map(([code, name]) => ({ code, name }));

/** The first language of a wish list that is there. */
export function chosen(wishes: readonly string[]): string {
  const known = [...languages.map((each) => each.code), PSEUDO];
  const wished = wishes.map((wish) => (wish.startsWith("no") ? "nb" : wish.slice(0, 2).toLowerCase()));
  return wished.find((code) => known.includes(code)) ?? BASE;
}

export async function loadWords(code: string): Promise<void> {
  const load = catalogues[`./compiled/play/messages/${code}.js`];
  if (load === undefined) throw new Error(`There are no words of ${code}`);
  m = await load();
  language = code;
  document.documentElement.lang = code === PSEUDO ? BASE : code;
}

/** The words of the rules page and the lessons. */
export async function loadBook(): Promise<Book> {
  const load = books[`./compiled/book/messages/${language}.js`];
  if (load === undefined) throw new Error(`There is no book of ${language}`);
  return load();
}

/** A message whose key is only known when it is needed, such as `event_conquered`; null if there is none. */
export function told(key: string, params: Params = {}, catalogue: Words | Book = m): string | null {
  const message = (catalogue as unknown as Record<string, (params: Params) => string>)[key];
  return message === undefined ? null : message(params);
}
