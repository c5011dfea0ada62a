import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { NEEDS_SERVER, NOWHERE, PAGES } from "../pages";
import { CLAIMS, partOf, type Part } from "./parts";

const SOURCES = join(import.meta.dirname, "..");
const CATALOGUE = join(SOURCES, "../../src/elbowroom/content/locales/en.json");
const KEYS = Object.keys(JSON.parse(readFileSync(CATALOGUE, "utf8")) as object);
/** Keys that belong elsewhere than their beginning says. */
const ENDED = new RegExp(
  Object.values(CLAIMS)
    .flat()
    .filter((claim) => claim.includes("*"))
    .map((claim) => `^${claim.replaceAll("*", "\\w+")}$`)
    .join("|"),
);
const ENDINGS = ["", ".ts", ".svelte", ".svelte.ts"];

function sources(): string[] {
  return readdirSync(SOURCES, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test|\.d)\.(ts|svelte)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The text of a file without its comments. */
const textOf = (file: string): string => readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\//g, "");

/** The keys that a text names: whole, or in a template by their beginning or, as `race_*_text`, by their end. */
function keysIn(text: string): string[] {
  const whole = new Set(text.match(/\b[a-z]+_\w+/g));
  const begun = [...text.matchAll(/`([a-z]+_[a-z_]*)\$\{/g)].map((match) => match[1] ?? "");
  const ended = [...text.matchAll(/`\$\{[^`]*\}(_[a-z]+)`/g)].map((match) => match[1] ?? "");
  return KEYS.filter(
    (key) =>
      whole.has(key) ||
      (ENDED.test(key)
        ? ended.some((part) => key.endsWith(part))
        : begun.some((part) => key.startsWith(part))),
  );
}

/** The modules that a module needs, also those that it loads later. */
function neededBy(file: string): string[] {
  const code = textOf(file).replace(/import type [^;]*;/g, "");
  return [...code.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)]
    .map(([, path = ""]) => join(dirname(file), path))
    .map((path) => ENDINGS.map((ending) => path + ending).find((each) => existsSync(each)) ?? "")
    .filter((path) => /(?<!\/parts|\.d)\.(ts|svelte)$/.test(path));
}

function reached(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const needed of neededBy(file)) reached(needed, found);
  return found;
}

/** The file of each page, as `pages.ts` loads it, with the parts that it loads. */
function pages(): [string, readonly Part[]][] {
  const files = [...textOf(join(SOURCES, "pages.ts")).matchAll(/import\("(\.\/pages\/\w+\.svelte)"\)/g)];
  const loaded = [...Object.values(PAGES), NOWHERE, NEEDS_SERVER].map(({ words }) => words);
  expect(files).toHaveLength(loaded.length);
  return files.map(([, file = ""], at) => [file, loaded[at] ?? []]);
}

test("every word that only the browser says is said somewhere", () => {
  const said = new Set(keysIn(sources().map(textOf).join("\n")));
  const silent = KEYS.filter((key) => /^(web|place|piece)_/.test(key) && !said.has(key));
  expect(KEYS.length).toBeGreaterThan(1000);
  expect(silent).toEqual([]);
});

test("every claim of a part has messages", () => {
  const empty = Object.entries(CLAIMS).flatMap(([part, beginnings]) =>
    beginnings.filter((beginning) => {
      const claim = new RegExp(`^${beginning.replaceAll("*", "\\w+")}`);
      return !KEYS.some((key) => claim.test(key) && partOf(key) === part);
    }),
  );
  expect(empty).toEqual([]);
});

test.each(pages())("%s loads the words that it says", (page, parts) => {
  const files = [...reached(join(SOURCES, page))];
  // Requests load the sentences of refusals themselves, when there is a refusal; so does what comes later with its words.
  const later = files.flatMap((file) => [...textOf(file).matchAll(/needWords\("(\w+)"\)/g)]);
  const loaded = new Set<string | null>(["core", ...parts, ...later.map(([, part = ""]) => part)]);
  const missing = files.flatMap((file) =>
    keysIn(textOf(file))
      .filter((key) => !loaded.has(partOf(key)))
      .map((key) => `${relative(SOURCES, file)}: ${key}`),
  );
  expect(files.length).toBeGreaterThan(5);
  expect(missing).toEqual([]);
});

test("every part is loaded by a page that says something from it", () => {
  for (const [page, parts] of pages()) {
    const said = new Set(
      [...reached(join(SOURCES, page))].flatMap((file) => keysIn(textOf(file)).map(partOf)),
    );
    expect(
      parts.filter((part) => !said.has(part)),
      page,
    ).toEqual([]);
  }
});

test("texts are worded where they are shown, so that they follow the language", () => {
  const once = sources().flatMap((file) =>
    wordedOnce(file).map((call) => `${relative(SOURCES, file)}: ${call}`),
  );
  expect(once).toEqual([]);
});

/** Whether a function is given to one that calls it at once for each of several things. */
function isCalledAtOnce(node: ts.Node): boolean {
  const { parent } = node;
  return ts.isCallExpression(parent) && /\.(map|flatMap|filter|from)$/.test(parent.expression.getText());
}

/** Messages that a module or a component would word only when it is made. */
function wordedOnce(file: string): string[] {
  const text = textOf(file);
  const scripts = [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1]);
  const code = file.endsWith(".svelte") ? scripts.join("\n") : text;
  const calls: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && !isCalledAtOnce(node)) return;
    if (ts.isCallExpression(node)) {
      const called = node.expression.getText();
      if (/^\$(derived|effect)/.test(called)) return;
      if (/^(m\.\w+|told|language)$/.test(called)) calls.push(node.getText());
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true));
  return calls;
}
