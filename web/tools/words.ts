/**
 * Compiles the catalogues of the package for the browser, one module for each language.
 *
 * What only the rules page and the lessons say is a catalogue of its own, loaded when it is read. The pseudo-locale `xx`
 * is made from English: longer, accented, in brackets, so that text which is in no catalogue can be seen.
 */
import { compile } from "@inlang/paraglide-js";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

type Variant = { declarations: string[]; selectors: string[]; match: Record<string, string> };
type Catalogue = Record<string, string | Variant[]>;

const WEB = join(dirname(fileURLToPath(import.meta.url)), "..");
const LOCALES = join(WEB, "../src/elbowroom/content/locales");
const MESSAGES = join(WEB, "messages");
const COMPILED = join(WEB, "src/words/compiled");
const BASE = "en";
const PSEUDO = "xx";
/** Said by other programs than the browser. */
const ELSEWHERE = /^(terminal|dataset|admin|arena|backup|mail|page|serve|train|verify|bench|simulate|stats)_/;
const BOOK = /^(rules|lesson)_/;
const ACCENTS: Record<string, string> = {
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

function read(language: string): Catalogue {
  const all = JSON.parse(readFileSync(join(LOCALES, `${language}.json`), "utf8")) as Catalogue;
  return Object.fromEntries(Object.entries(all).filter(([key]) => !ELSEWHERE.test(key)));
}

/** The text with accents and room for longer languages; parameters stay as they are. */
function pseudo(text: string): string {
  const accented = text
    .split(/(\{[^}]*\})/)
    .map((part) =>
      part.startsWith("{") ? part : part.replace(/[aeiouAEOUnc]/g, (letter) => ACCENTS[letter] ?? letter),
    )
    .join("");
  return `[${accented}${"·".repeat(Math.ceil(text.length / 4))}]`;
}

function pseudoCatalogue(english: Catalogue): Catalogue {
  const translated = Object.entries(english).map(([key, message]) => [
    key,
    typeof message === "string"
      ? pseudo(message)
      : message.map((variant) => ({
          ...variant,
          match: Object.fromEntries(
            Object.entries(variant.match).map(([when, text]) => [when, pseudo(text)]),
          ),
        })),
  ]);
  return Object.fromEntries(translated) as Catalogue;
}

async function build(name: string, catalogues: Record<string, Catalogue>): Promise<void> {
  const project = join(MESSAGES, `${name}.inlang`);
  mkdirSync(project, { recursive: true });
  for (const [language, catalogue] of Object.entries(catalogues)) {
    writeFileSync(join(MESSAGES, `${name}.${language}.json`), JSON.stringify(catalogue));
  }
  const settings = {
    baseLocale: BASE,
    locales: Object.keys(catalogues),
    modules: ["../node_modules/@inlang/plugin-message-format/dist/index.js"],
    telemetry: "off",
    "plugin.inlang.messageFormat": { pathPattern: `./${name}.{locale}.json` },
  };
  writeFileSync(join(project, "settings.json"), JSON.stringify(settings));
  const outdir = join(COMPILED, name);
  await compile({
    project,
    outdir,
    outputStructure: "locale-modules",
    // A page that is being developed must not find the folder empty.
    cleanOutdir: false,
    strategy: ["globalVariable", "baseLocale"],
    emitGitIgnore: false,
    emitPrettierIgnore: false,
    emitReadme: false,
  });
  // Without its plugin the compiler makes empty modules and calls it success.
  for (const [language, catalogue] of Object.entries(catalogues)) {
    const made =
      readFileSync(join(outdir, "messages", `${language}.js`), "utf8").match(/^export const /gm)?.length ?? 0;
    if (made < Object.keys(catalogue).length)
      throw new Error(`${name}.${language}: ${made} messages were compiled`);
  }
}

const english = read(BASE);
const languages = readdirSync(LOCALES)
  .filter((file) => file.endsWith(".json"))
  .map((file) => file.slice(0, -".json".length));
const catalogues: Record<string, Catalogue> = { [PSEUDO]: pseudoCatalogue(english) };
for (const language of languages) {
  const own = read(language);
  const missing = Object.keys(english).filter((key) => !(key in own));
  if (missing.length > 0) {
    console.warn(
      `${language}: ${missing.length} messages are missing, such as ${missing.slice(0, 5).join(", ")}`,
    );
    if (process.argv.includes("--strict")) process.exit(1);
  }
  catalogues[language] = { ...english, ...own };
}
const part = (wanted: (key: string) => boolean): Record<string, Catalogue> =>
  Object.fromEntries(
    Object.entries(catalogues).map(([language, catalogue]) => [
      language,
      Object.fromEntries(Object.entries(catalogue).filter(([key]) => wanted(key))),
    ]),
  );
await build(
  "play",
  part((key) => !BOOK.test(key)),
);
await build(
  "book",
  part((key) => BOOK.test(key)),
);
// The compiler keeps a timer running for half a minute.
process.exit(0);
