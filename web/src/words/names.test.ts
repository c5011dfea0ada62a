import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Box, Piece } from "../api/kinds";
import { pluralIn } from "./formats";
import { wordingOf, type Messages, type Params } from "./message";
import type * as Names from "./names";
import {
  comboLines,
  comboName,
  comboWords,
  pieceEffect,
  pieceText,
  raceName,
  raceTitle,
  raceWords,
} from "./names";
import { languages, m, speak } from "./words";

const piece = (id: string, name: string, is_own: boolean): Piece => ({
  id,
  name,
  is_own,
  tokens: 5,
  text: {},
  traits: [],
  colour: null,
  trial: null,
  emblem: null,
  marker: null,
  tokens_in_box: null,
  tokens_of: null,
});
/** A box in which somebody has put something of their own; ids may look like keys of other messages. */
const BOX: Box = {
  races: [
    piece("orcs", "Orcs", false),
    piece("gnomes", "garden gnomes", true),
    piece("own", "Mine Own", true),
  ],
  powers: [piece("hill", "Hill", false), piece("sleepy", "Sleepy", true)],
  maps: [],
};

afterEach(() => speak("en"));

test("English knows one and several", () => {
  expect(raceWords("dwarves", BOX)).toEqual({ id: "dwarves", race: "Dwarves", race_one: "Dwarf" });
  expect([1, 2, 0, 21].map((count) => raceWords("dwarves", BOX, count).race_counted)).toEqual([
    "Dwarf",
    "Dwarves",
    "Dwarves",
    "Dwarves",
  ]);
});

test("what takes the place of a piece of the box has its own name and its own text", () => {
  const ogres = { ...piece("orcs", "Ogres", true), text: { en: "They push." } };
  const box = { ...BOX, races: [ogres] };
  expect(raceName("orcs", box)).toBe("Ogres");
  expect(pieceText(ogres, "race")).toEqual(["They push."]);
  expect(pieceEffect("race", "orcs", box)).toBe("They push.");
  expect(pieceEffect("race", "orcs", BOX)).not.toBe("They push.");
});

test("an own piece without a text says in a line what it does, not how it is set up", () => {
  const traits = [
    { code: "trait_tokens_race", key: "tokens", params: { count: 6 } },
    { code: "trait_enters_anywhere", key: "enters", params: {} },
  ];
  const box = { ...BOX, races: [{ ...piece("badgers", "Badgers", true), text: {}, traits }] };
  expect(pieceEffect("race", "badgers", box)).toBe(m.trait_enters_anywhere());
});

test("German has a dative", async () => {
  await speak("de");
  expect(raceWords("skeletons", BOX, 1)).toEqual({
    id: "skeletons",
    race: "Skelette",
    race_one: "Skelett",
    race_dative: "Skeletten",
    race_counted: "Skelett",
  });
  expect(comboWords("flying", "skeletons")).toEqual({
    id: "skeletons",
    combo: "Fliegende Skelette",
    combo_dative: "Fliegenden Skeletten",
  });
});

test("names follow the language, though each is put together once", async () => {
  const before = raceWords("elves", BOX);
  expect(raceWords("elves", BOX)).toBe(before);
  await speak("de");
  expect(raceName("elves", BOX)).toBe("Elben");
  await speak("en");
  expect(raceWords("elves", BOX)).toBe(before);
});

test("what players invented has one name", async () => {
  expect(raceWords("gnomes", BOX, 1).race_counted).toBe("garden gnomes");
  expect([raceTitle("gnomes", BOX), raceName("own", BOX)]).toEqual(["Garden gnomes", "Mine Own"]);
  const combos = () => [
    comboName("sleepy", "gnomes", BOX),
    comboName("hill", "gnomes", BOX),
    comboName("sleepy", "orcs", BOX),
  ];
  expect(combos()).toEqual(["Sleepy garden gnomes", "Hill garden gnomes", "Sleepy Orcs"]);
  await speak("de");
  expect(combos()).toEqual(["garden gnomes (Sleepy)", "garden gnomes (Hügel)", "Orks (Sleepy)"]);
});

test("a banner has the race in a line of its own", async () => {
  const lines = (power: string | null, race: string): string[] =>
    comboLines(power, race, BOX).map(({ kind, text }) => `${kind}: ${text}`);
  expect(lines("hill", "orcs")).toEqual(["power: Hill", "race: Orcs"]);
  expect(lines(null, "orcs")).toEqual(["race: Orcs"]);
  await speak("de");
  expect(lines("hill", "orcs")).toEqual(["power: Hügel-", "race: Orks"]);
  expect(lines("flying", "orcs")).toEqual(["power: Fliegende", "race: Orks"]);
  expect(lines("sleepy", "gnomes")).toEqual(["race: Garden gnomes", "power: (Sleepy)"]);
});

/** The test of `rules/piece_names.py` reads the same ones. */
const GOLDEN = join(import.meta.dirname, "../../../tests/rules/combos");

test.each(languages)("all combos are called in $name as in the terminal", async ({ code }) => {
  await speak(code);
  const [head = "", ...lines] = readFileSync(join(GOLDEN, `${code}.csv`), "utf8")
    .trim()
    .split("\n");
  const [, , ...forms] = head.split(",");
  expect(lines).toHaveLength(280);
  for (const line of lines) {
    const [power = "", race = "", ...names] = line.split(",");
    const words = comboWords(power, race) as unknown as Record<string, string>;
    expect(forms.map((form) => words[form])).toEqual(names);
  }
});

/** A few messages of languages whose files need not be there. */
const MADE_UP: Readonly<Record<string, Messages>> = {
  fi: {
    piece_forms: "one counted genitive partitive",
    race_skeletons: {
      "form=one": "luuranko",
      "form=counted": "luurankoa",
      "form=genitive": "luurankojen",
      "form=partitive": "luurankoja",
      "form=*": "luurangot",
    },
    race_amazons: { "form=genitive": "amatsonien", "form=*": "amatsonit" },
    race_own: { "form=genitive": "rodun {name}", "form=partitive": "rotua {name}", "form=*": "{name}" },
    power_hill: "kukkula",
    power_hill_with: { "seam=a": "kukkula-{race}", "seam=*": "kukkula{race}" },
    power_heroic_with: { "form=genitive": "sankarillisten {race}", "form=*": "sankarilliset {race}" },
    combo_own: "{race} ({power})",
  },
  is: {
    piece_forms: "one definite",
    race_skeletons: {
      "form=one": "beinagrind",
      "form=definite": "beinagrindurnar",
      "form=*": "beinagrindur",
    },
    power_hill_with: "{race} með hæðaeiginleika",
    combo_own: "{race} ({power})",
  },
  da: {
    piece_forms: "one definite",
    race_ghouls: { "form=definite": "de levende døde", "form=*": "levende døde" },
    power_forest_with: { "id=ghouls": "{race} med specialevnen ”Skov”", "id=*": "skov{race}" },
    combo_own: "{race} ({power})",
  },
};

describe("languages with cases", () => {
  let names: typeof Names;
  let spoken = "fi";

  beforeEach(async () => {
    vi.resetModules();
    vi.doMock("./words", () => ({
      language: () => spoken,
      told: (key: string, params: Params = {}) => {
        const message = MADE_UP[spoken]?.[key];
        return message === undefined ? null : wordingOf(message, pluralIn(spoken))(params);
      },
    }));
    names = await import("./names");
  });
  afterEach(() => vi.doUnmock("./words"));

  test("Finnish counts in the partitive singular, and joins by the seam", () => {
    spoken = "fi";
    expect([1, 2].map((count) => names.raceWords("skeletons", undefined, count).race_counted)).toEqual([
      "luuranko",
      "luurankoa",
    ]);
    expect(names.comboWords("hill", "skeletons")).toMatchObject({
      combo: "kukkulaluurangot",
      combo_genitive: "kukkulaluurankojen",
    });
    expect(names.comboWords("hill", "amazons")).toMatchObject({ combo_genitive: "kukkula-amatsonien" });
    expect(names.comboWords("heroic", "skeletons")).toMatchObject({
      combo: "sankarilliset luurangot",
      combo_genitive: "sankarillisten luurankojen",
    });
    expect(names.raceWords("gnomes", BOX)).toMatchObject({ race_genitive: "rodun garden gnomes" });
    expect(names.comboWords("hill", "gnomes", BOX)).toMatchObject({
      combo_partitive: "rotua garden gnomes (kukkula)",
    });
  });

  test("a word that goes on in the next line of a banner has a hyphen", () => {
    spoken = "fi";
    expect(names.comboLines("hill", "skeletons").map(({ text }) => text)).toEqual(["Kukkula-", "luurangot"]);
    expect(names.comboLines("hill", "amazons").map(({ text }) => text)).toEqual(["Kukkula-", "amatsonit"]);
    expect(names.comboLines("heroic", "skeletons").map(({ text }) => text)).toEqual([
      "Sankarilliset",
      "luurangot",
    ]);
  });

  test("Icelandic has the singular behind 21, and puts the power behind the race", () => {
    spoken = "is";
    const counted = [1, 3, 11, 21, 111, 101].map(
      (count) => names.raceWords("skeletons", undefined, count).race_counted,
    );
    const [one, several] = ["beinagrind", "beinagrindur"];
    expect(counted).toEqual([one, several, several, one, several, one]);
    expect(names.comboWords("hill", "skeletons")).toMatchObject({
      combo_definite: "beinagrindurnar með hæðaeiginleika",
    });
    expect(names.comboLines("hill", "skeletons").map(({ text }) => text)).toEqual([
      "Beinagrindur",
      "með hæðaeiginleika",
    ]);
  });

  test("Danish has exceptions by race", () => {
    spoken = "da";
    expect(names.comboName("forest", "ghouls")).toBe("levende døde med specialevnen ”Skov”");
    expect(names.comboLines("forest", "ghouls").map(({ text }) => text)).toEqual([
      "Levende døde",
      "med specialevnen ”Skov”",
    ]);
  });
});
