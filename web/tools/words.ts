/**
 * Makes what the browser says from the catalogues of the package: a file for each part of each language, and the types of
 * the messages. The pseudo-locale `xx` is made from English, so that text which is in no catalogue can be seen.
 *
 * What a language lacks is said in English there; with `--strict` that fails.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { inParts, messagesOf, pseudo, typesOf, type Catalogue, type Messages } from "./catalogues.ts";

const WEB = join(dirname(fileURLToPath(import.meta.url)), "..");
const LOCALES = join(WEB, "../src/elbowroom/content/locales");
const COMPILED = join(WEB, "src/words/compiled");
const BASE = "en";
const PSEUDO = "xx";

function read(language: string): Messages {
  const text = readFileSync(join(LOCALES, `${language}.json`), "utf8");
  return messagesOf(JSON.parse(text) as Catalogue);
}

/** The messages of a language, with English ones where it has none. */
function completed(language: string, english: Messages): Messages {
  const own = read(language);
  const missing = Object.keys(english).filter((key) => !(key in own));
  if (missing.length > 0) {
    const some = missing.slice(0, 5).join(", ");
    console.warn(`${language}: ${missing.length} messages are missing, such as ${some}`);
    if (process.argv.includes("--strict")) process.exit(1);
  }
  return { ...english, ...own };
}

/** What a language calls itself. */
function nameOf(language: string): string {
  const { language_name: name } = JSON.parse(
    readFileSync(join(LOCALES, `${language}.json`), "utf8"),
  ) as Catalogue;
  return typeof name === "string" ? name : language;
}

const english = read(BASE);
const languages = readdirSync(LOCALES).flatMap((file) => /^([a-z]{2,3})\.json$/.exec(file)?.[1] ?? []);
const messages = new Map(languages.map((language) => [language, completed(language, english)]));
messages.set(PSEUDO, pseudo(english));

const names = languages
  .map((code) => ({ code, name: nameOf(code) }))
  .sort((one, other) => one.name.localeCompare(other.name, BASE));
const made = new Map([
  ["keys.d.ts", typesOf([...messages.values()])],
  ["languages.ts", `export const NAMES = ${JSON.stringify(names)};\n`],
]);
for (const [language, all] of messages) {
  for (const [part, own] of inParts(all)) made.set(`${part}.${language}.json`, JSON.stringify(own));
}
mkdirSync(COMPILED, { recursive: true });
for (const [file, text] of made) writeFileSync(join(COMPILED, file), text);
// A page that is being developed must not find the folder empty, so what is old goes last.
for (const file of readdirSync(COMPILED)) {
  if (!made.has(file)) rmSync(join(COMPILED, file), { recursive: true });
}
