import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, test } from "vitest";
import { languages, speak } from "../words/words";
import { Lexicon, lexiconOf } from "./lexicon";
import { marked } from "./marking";
import { chaptersOf, type Chapter } from "./rulebook";
import { RuleIndex } from "./search";

function chapter(title: string, ...texts: string[]): Chapter {
  const paragraphs = texts.map((text, at) => ({
    id: `${title} ${at}`,
    title: null,
    text,
    flavour: null,
    rules: ["CON-1"],
    piece: null,
  }));
  return { id: title, title, paragraphs };
}

const PLAIN = new Lexicon("s es ed ing er", "how do i the", "win victory; coin money");
const index = (...chapters: Chapter[]) => new RuleIndex(chapters, PLAIN);
const texts = (found: RuleIndex, query: string) =>
  found.find(found.soughtBy(query)).map(({ paragraph }) => paragraph.text);

describe("a search", () => {
  it("finds all words in any order, or as many of them as there are together", () => {
    const all = index(chapter("Conquest", "A mountain adds one.", "A lost tribe adds one, too."));
    expect(texts(all, "one mountain")).toEqual(["A mountain adds one."]);
    expect(texts(all, "mountain tribe")).toHaveLength(2);
    expect(texts(all, "zeppelin")).toEqual([]);
    const long = index(
      chapter("Rules", "A tribe.", "A lost hill.", "A lost tribe.", "A lost tribe on a hill."),
    );
    expect(texts(long, "lost tribe hill")).toEqual([
      "A lost tribe on a hill.",
      "A lost tribe.",
      "A lost hill.",
    ]);
  });

  it("finds a word in all its forms", () => {
    const all = index(chapter("Rules", "He wins.", "Nothing."));
    for (const form of ["win", "winner", "winning", "Wins"]) expect(texts(all, form)).toEqual(["He wins."]);
  });

  it("takes a short word that is known for the whole word", () => {
    const all = index(chapter("Rules", "He wins.", "A window."));
    expect(texts(all, "win")).toEqual(["He wins."]);
    expect(texts(all, "wind")).toEqual(["A window."]);
  });

  it("finds what means the same", () => {
    expect(texts(index(chapter("Rules", "Take a coin.", "Nothing.")), "money")).toEqual(["Take a coin."]);
  });

  it("finds a word while it is being written, and as a part of a longer one", () => {
    const all = index(chapter("Regeln", "Der Verstärkungswürfel.", "Nichts."));
    expect(texts(all, "verst")).toHaveLength(1);
    expect(texts(all, "würfel")).toHaveLength(1);
    expect(texts(index(chapter("Rules", "A forest region.")), "rest")).toEqual([]);
  });

  it("forgives one letter of a longer word, but only when nothing is spelt like that", () => {
    const all = index(chapter("Rules", "A mountain.", "A fountain."));
    for (const slip of ["moutain", "mountein", "mounttain", "moutnain"]) {
      expect(texts(all, slip), slip).toEqual(["A mountain."]);
    }
    expect(texts(all, "fountain")).toEqual(["A fountain."]);
    expect(texts(index(chapter("Rules", "A tie.")), "toe")).toEqual([]);
  });

  it("puts titles first, and lets a chapter's title count for its paragraphs", () => {
    const all = index(chapter("Decline", "Coins for all."), chapter("Coins", "They decline."));
    expect(texts(all, "coins")).toEqual(["They decline.", "Coins for all."]);
    expect(texts(all, "coins decline")).toHaveLength(2);
  });

  it("does not look for the words of a question, unless there are no others", () => {
    const all = index(chapter("Rules", "How the game goes.", "A victory."));
    expect(texts(all, "How do I win?")).toEqual(["A victory."]);
    expect(texts(all, "how")).toEqual(["How the game goes."]);
  });

  it("looks for nothing when nothing is asked", () => {
    const all = index(chapter("Rules", "A coin."));
    expect(all.soughtBy("  ?!")).toEqual([]);
    expect(all.find([])).toEqual([]);
  });
});

describe("marking", () => {
  const all = index(chapter("Rules", "Höhle Trolls conquered 1 coin"));
  const shown = (text: string, query: string) =>
    marked(text, all.soughtBy(query))
      .map(({ text: part, isFound }) => (isFound ? `<${part}>` : part))
      .join("");

  it("shows words as they stand there, without regard to case and accents", () => {
    expect(shown("Die Höhle, die HÖHLE", "hohle")).toBe("Die <Höhle>, die <HÖHLE>");
    expect(shown("A coin", "money")).toBe("A <coin>");
  });

  it("changes no letter", () => {
    const text = "Trolls — 5 × 1 🪙 ﬁn";
    expect(shown(text, "trolls 1").replace(/[<>]/g, "")).toBe(text);
  });
});

/** Questions that players ask in a language, and the paragraph that answers each. */
function questionsIn(language: string): [question: string, paragraph: string][] {
  const file = join(import.meta.dirname, `../../../tests/fixtures/search/${language}.json`);
  return JSON.parse(readFileSync(file, "utf-8")) as [string, string][];
}

describe.each(languages)("the rules in $name", ({ code }) => {
  const questions = questionsIn(code);
  let rules: RuleIndex;
  let chapters: Chapter[];

  beforeAll(async () => {
    await speak(code);
    chapters = chaptersOf();
    rules = new RuleIndex(chapters, lexiconOf());
    return () => speak("en");
  });

  it.each(questions)("answer “%s” by %s, first or second", (question, answer) => {
    const found = rules.find(rules.soughtBy(question)).map(({ paragraph }) => paragraph.id);
    expect(found.slice(0, 2)).toContain(answer);
  });

  test("25 questions are asked", () => {
    expect(new Set(questions.map(([question]) => question)).size).toBeGreaterThanOrEqual(25);
  });

  test("every paragraph has its words and its own address", () => {
    const paragraphs = chapters.flatMap((each) => each.paragraphs);
    expect(paragraphs.length).toBeGreaterThan(60);
    for (const { id, text, title } of paragraphs) {
      expect(text, id).not.toMatch(/^(rules|race|power)_/);
      expect(title ?? "", id).not.toMatch(/^(rules|race|power)_/);
    }
    const addresses = [...chapters.map(({ id }) => id), ...paragraphs.map(({ id }) => id)];
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  test("every race and power is found first by its name", () => {
    for (const { id, title, piece } of chapters.flatMap((each) => each.paragraphs)) {
      if (piece === null || title === null) continue;
      const found = rules.find(rules.soughtBy(title)).map(({ paragraph }) => paragraph.id);
      expect(found.slice(0, 3), title).toContain(id);
    }
  });
});

test.each([
  ["en", "How do I win?"],
  ["en", "how to win"],
  ["de", "Wie gewinne ich?"],
  ["de", "Wie gewinnt man?"],
])("in %s “%s” is answered by how one wins, before ties", async (language, question) => {
  await speak(language);
  const rules = new RuleIndex(chaptersOf(), lexiconOf());
  expect(rules.find(rules.soughtBy(question))[0]?.paragraph.id).toBe("end_1");
  await speak("en");
});
