import { readFileSync } from "node:fs";
import { join } from "node:path";
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { decimal } from "./formats";
import type * as Words from "./words";
import { m, speak, told } from "./words";

/** Words that nobody has loaded yet, from files that arrive when a test lets them. */
let words: typeof Words;
let waiting: Map<string, (answer: Response) => void>;

const LANGUAGE = { en: ["Settings", "Choices"], de: ["Einstellungen", "Auswahl"] } as const;

beforeEach(async () => {
  waiting = new Map();
  vi.resetModules();
  vi.stubGlobal("fetch", (address: string) => {
    const file = address.split("/").at(-1) ?? "";
    return new Promise<Response>((resolve) => waiting.set(file, resolve));
  });
  words = await import("./words");
});

afterEach(() => {
  vi.unstubAllGlobals();
  document.documentElement.lang = "en";
});

async function arrive(part: "core" | "settings", code: keyof typeof LANGUAGE, status = 200): Promise<void> {
  const [core, settings] = LANGUAGE[code];
  const messages = part === "core" ? { web_shell_settings: core } : { web_settings_look: settings };
  waiting.get(`${part}.${code}.json`)?.(new Response(JSON.stringify(messages), { status }));
  await new Promise((resolve) => setTimeout(resolve));
}

/** English is spoken, and a page with settings is open. */
async function begin(): Promise<void> {
  const open = Promise.all([words.speak("en"), words.needWords("settings")]);
  await arrive("core", "en");
  await arrive("settings", "en");
  await open;
}

test("a page and the core come side by side, and the page waits for both", async () => {
  void words.speak("en");
  let isReady = false;
  void words.needWords("settings").then(() => (isReady = true));
  expect([...waiting.keys()]).toEqual(["core.en.json", "settings.en.json"]);
  await arrive("settings", "en");
  expect(isReady).toBe(false);
  await arrive("core", "en");
  expect(isReady).toBe(true);
  expect([words.m.web_shell_settings(), words.m.web_settings_look()]).toEqual(["Settings", "Choices"]);
});

test("another language is spoken when all that is open has its words", async () => {
  await begin();
  void words.speak("de");
  await arrive("core", "de");
  expect([words.language(), words.m.web_shell_settings()]).toEqual(["en", "Settings"]);
  await arrive("settings", "de");
  expect([words.language(), document.documentElement.lang]).toEqual(["de", "de"]);
  expect([words.m.web_shell_settings(), words.m.web_settings_look()]).toEqual(["Einstellungen", "Auswahl"]);
});

test("what is shown follows the language at once", async () => {
  vi.unstubAllGlobals();
  const shown: string[] = [];
  const stop = $effect.root(() => {
    $effect(() => {
      shown.push(`${m.web_shell_settings()}, ${told("race_elves")}, ${decimal(0.5)}`);
    });
  });
  flushSync();
  await speak("de");
  flushSync();
  await speak("en");
  flushSync();
  stop();
  expect(shown).toEqual(["Settings, Elves, 0.5", "Einstellungen, Elben, 0,5", "Settings, Elves, 0.5"]);
});

test("what was chosen last is spoken, whatever arrives first", async () => {
  await begin();
  void words.speak("de");
  void words.speak("en");
  await arrive("core", "de");
  await arrive("settings", "de");
  expect(words.language()).toBe("en");
});

test("a page that is opened while the language changes is drawn in the new one", async () => {
  void words.speak("en");
  await arrive("core", "en");
  void words.speak("de");
  let isReady = false;
  void words.needWords("settings").then(() => (isReady = true));
  await arrive("settings", "de");
  expect(isReady).toBe(false);
  await arrive("core", "de");
  expect(isReady).toBe(true);
  expect(words.m.web_settings_look()).toBe("Auswahl");
});

test("a page that was being opened when the language changed waits for the new words", async () => {
  void words.speak("en");
  await arrive("core", "en");
  let isReady = false;
  void words.needWords("settings").then(() => (isReady = true));
  void words.speak("de");
  await arrive("settings", "en");
  await arrive("core", "de");
  expect(isReady).toBe(false);
  await arrive("settings", "de");
  expect(isReady).toBe(true);
  expect(words.m.web_settings_look()).toBe("Auswahl");
});

test("words that do not come leave the language as it was, and are asked for again", async () => {
  await begin();
  const failed = words.speak("de").catch((error: Error) => error.message);
  await arrive("core", "de", 404);
  expect(await failed).toContain("core.de.json: 404");
  expect([words.language(), words.m.web_shell_settings()]).toEqual(["en", "Settings"]);
  await words.needWords("settings");
  void words.speak("de");
  await arrive("core", "de");
  await arrive("settings", "de");
  expect(words.m.web_shell_settings()).toBe("Einstellungen");
});

test("a key that is not there is told as null", async () => {
  await begin();
  expect(words.told("event_nothing")).toBeNull();
  expect(words.told("toString")).toBeNull();
});

/** The test of `rules/languages.py` reads the same ones. */
const CHOICES = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../tests/fixtures/language_choice.json"), "utf8"),
) as { says: string; wishes: string[]; chosen: string }[];
const NINE = ["en", "de", "nl", "da", "nb", "sv", "fi", "is", "et"];

test.each(CHOICES)("a wish list brings $says", ({ wishes, chosen }) => {
  expect(words.chosen(wishes, NINE)).toBe(chosen);
});

test("only a language that is there is chosen, and the pseudo-locale for tests", () => {
  expect(words.chosen(["fr"])).toBe("en");
  expect(words.chosen(["xx"])).toBe("xx");
  const codes = words.languages.map(({ code }) => code);
  expect(codes.map((code) => words.chosen([code]))).toEqual(codes);
  expect([...codes].sort()).toEqual([...NINE].sort());
  expect(words.languages[0]).toEqual({ code: "da", name: "Dansk" });
});

test("a message takes its parameters and no others", async () => {
  await begin();
  const { m } = words;
  // @ts-expect-error -- it asks for players
  m.web_table_name();
  // @ts-expect-error -- a plural counts a number
  m.web_table_name({ players: "two" });
  // @ts-expect-error -- it asks for nothing else
  m.web_table_name({ players: 2, name: "Ann" });
  // @ts-expect-error -- there is no such message
  m.web_table_nothing();
  expect(m.web_table_name({ players: 2 })).toBe("web_table_name");
});
