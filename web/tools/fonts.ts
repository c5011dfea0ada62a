/**
 * Makes the font files of the first load from those of the font packages: the same letters, without what the client never uses
 * (hints for old screens, small capitals, the heaviest weights), in two thirds of the size.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const WEB = join(dirname(fileURLToPath(import.meta.url)), "..");
const MADE = join(WEB, "src/fonts");

interface Font {
  folder: string;
  /** The file in that folder, without its ending. */
  file: string;
  weights?: { min: number; max: number };
}

const FONTS: readonly Font[] = [
  {
    folder: "@fontsource-variable/alegreya",
    file: "alegreya-latin-wght-normal",
    weights: { min: 400, max: 700 },
  },
  ...[400, 500, 700].map((weight) => ({
    folder: "@fontsource/alegreya-sans",
    file: `alegreya-sans-latin-${weight}-normal`,
  })),
];

/** Kerning, ligatures and accents; figures of one height, and of one width. */
const FEATURES = ["kern", "liga", "calt", "ccmp", "locl", "mark", "mkmk", "lnum", "pnum", "tnum"];

/** All letters of a range as CSS writes it. */
function lettersIn(range: string): string {
  const codes = range.split(",").flatMap((part) => {
    const [first = 0, last = first] = part
      .replace("U+", "")
      .split("-")
      .map((digits) => parseInt(digits, 16));
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  });
  return String.fromCodePoint(...codes);
}

async function make({ folder, file, weights }: Font): Promise<void> {
  const source = join(WEB, "node_modules", folder);
  const { latin } = JSON.parse(readFileSync(join(source, "unicode.json"), "utf8")) as { latin: string };
  const made = await subsetFont(readFileSync(join(source, "files", `${file}.woff2`)), lettersIn(latin), {
    targetFormat: "woff2",
    keepFeatures: FEATURES,
    noHinting: true,
    ...(weights === undefined ? {} : { variationAxes: { wght: weights } }),
  });
  writeFileSync(join(MADE, `${file}.woff2`), made);
}

mkdirSync(MADE, { recursive: true });
await Promise.all(FONTS.map(make));
