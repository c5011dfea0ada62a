import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lettersIn } from "./testing/woff2";
import { languages } from "./words/words";

/** The letters that each language has beside a to z; both cases are meant. */
const LETTERS: Record<string, string> = {
  en: "",
  de: "äöüß",
  nl: "áéíóúäëïöüèĳ",
  da: "æøåé",
  nb: "æøåéèêóòô",
  sv: "åäöéü",
  fi: "åäöšž",
  is: "áðéíóúýþæö",
  et: "äöõüšž",
};
const PLAIN = "abcdefghijklmnopqrstuvwxyz0123456789";
const SIGNS = "„“”‘’«»–—…·×−€§";

interface Face {
  family: string;
  weights: [number, number];
  file: string;
  range: string;
}

const css = readFileSync("src/fonts.css", "utf8");
const FACES: Face[] = [...css.matchAll(/@font-face\s*\{([^}]*)\}/g)].map(([, text = ""]) => {
  const value = (name: string): string =>
    new RegExp(`${name}:\\s*([^;]*);`).exec(text)?.[1]?.replace(/\s+/g, " ") ?? "";
  const [least = NaN, most = least] = value("font-weight").split(" ").map(Number);
  return {
    family: value("font-family").replaceAll('"', ""),
    weights: [least, most],
    file: /url\("([^"]*)"\)/.exec(value("src"))?.[1] ?? "",
    range: value("unicode-range").replaceAll(", ", ","),
  };
});

function isInRange(letter: string, range: string): boolean {
  const code = letter.codePointAt(0) ?? -1;
  return range.split(",").some((part) => {
    const [first = NaN, last = first] = part
      .replace("U+", "")
      .split("-")
      .map((digits) => parseInt(digits, 16));
    return first <= code && code <= last;
  });
}

function withCapitals(letters: string): string[] {
  return [...letters, ...letters.toUpperCase()];
}

describe.each([
  ["Alegreya", 500],
  ["Alegreya", 700],
  ["Alegreya Sans", 400],
  ["Alegreya Sans", 500],
  ["Alegreya Sans", 700],
])("%s in weight %i", (family, weight) => {
  const faces = FACES.filter(
    (face) => face.family === family && face.weights[0] <= weight && weight <= face.weights[1],
  );

  it.each(Object.entries(LETTERS))("has a file for every letter of %s", (_, letters) => {
    const written = withCapitals(PLAIN + letters).concat([...SIGNS]);
    expect(written.filter((letter) => !faces.some(({ range }) => isInRange(letter, range)))).toEqual([]);
  });

  it("is loaded once for the letters that every language has", () => {
    for (const letter of withCapitals(PLAIN))
      expect(faces.filter(({ range }) => isInRange(letter, range))).toHaveLength(1);
  });
});

it.each(FACES.filter(({ file }) => file.startsWith("./fonts")))(
  "$file has the letters that are read from it",
  ({ file, range }) => {
    const letters = withCapitals(PLAIN + Object.values(LETTERS).join("")).concat([...SIGNS]);
    const read = letters.filter((letter) => isInRange(letter, range));
    const had = lettersIn(`src/${file}`);
    expect(read.filter((letter) => !had.has(letter))).toEqual([]);
  },
);

it("a face is said to have what its package says of its file", () => {
  const { resolve } = createRequire(import.meta.url);
  expect(FACES).toHaveLength(8);
  for (const { file, range } of FACES) {
    const source = file.replace("./fonts/alegreya-sans", "@fontsource/alegreya-sans/files/alegreya-sans");
    const folder = resolve(source.replace("./fonts", "@fontsource-variable/alegreya/files")).replace(
      /files\/[^/]*$/,
      "",
    );
    const ranges = JSON.parse(readFileSync(`${folder}unicode.json`, "utf8")) as Record<string, string>;
    expect(range).toBe(ranges[file.includes("latin-ext") ? "latin-ext" : "latin"]);
  }
});

/** The letters that a language has written in some message. A blank that a font lacks is made from its others. */
function lettersOf(language: string): string[] {
  const file = join(import.meta.dirname, `../../src/elbowroom/content/locales/${language}.json`);
  // The tick behind the name of an account is a picture, which the system draws.
  const letters = new Set(readFileSync(file, "utf8").replaceAll(/[\s✓]/g, ""));
  return [...letters];
}

/** Letters that are fetched with the second part of a font: they are rare, also in the languages that have them. */
const RARE: Record<string, string[]> = { et: ["š", "ž"] };

describe.each(languages)("what is written in $name", ({ code }) => {
  const { resolve } = createRequire(import.meta.url);
  const letters = lettersOf(code);
  const lackedBy = ({ file }: Face): string[] => {
    const had = lettersIn(file.startsWith("./fonts") ? `src/${file}` : resolve(file));
    return letters.filter((letter) => !had.has(letter));
  };

  it.each(FACES.filter(({ file }) => file.startsWith("./fonts")))(
    "is in the first part, $file, but for rare letters",
    (face) => {
      expect(lackedBy(face).sort()).toEqual(RARE[code] ?? []);
    },
  );

  it.each(FACES.filter(({ file }) => !file.startsWith("./fonts")))(
    "has its rare letters in the second part, $file",
    (face) => {
      for (const letter of RARE[code] ?? []) expect(lackedBy(face)).not.toContain(letter);
    },
  );
});
