import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { lettersIn } from "./testing/woff2";

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
