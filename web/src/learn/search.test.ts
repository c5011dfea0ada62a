import { expect, test } from "vitest";
import { loadBook } from "../words/words";
import { chaptersOf, type Chapter } from "./rulebook";
import { countOf, found, marked, wordsOf } from "./search";

const book = await loadBook();
const chapters = chaptersOf(book);

function chapter(title: string, ...texts: string[]): Chapter {
  const paragraphs = texts.map((text, at) => ({
    id: `p${at}`,
    title: null,
    text,
    flavour: null,
    rules: ["CON-1"],
    piece: null,
  }));
  return { id: "c", title, paragraphs };
}

const texts = (chosen: readonly Chapter[]) =>
  chosen.flatMap((each) => each.paragraphs.map(({ text }) => text));

test("every paragraph of the rulebook has its words and its own address", () => {
  const paragraphs = chapters.flatMap((each) => each.paragraphs);
  expect(paragraphs.length).toBeGreaterThan(60);
  for (const { id, text, title } of paragraphs) {
    expect(text, id).not.toMatch(/^(rules|race|power)_/);
    expect(title ?? "", id).not.toMatch(/^(rules|race|power)_/);
  }
  const addresses = [...chapters.map(({ id }) => id), ...paragraphs.map(({ id }) => id)];
  expect(new Set(addresses).size).toBe(addresses.length);
});

test("all words must be there, in any order", () => {
  const all = [chapter("Conquest", "A mountain adds one.", "A lost tribe adds one, too.")];
  expect(texts(found(all, wordsOf("one mountain")))).toEqual(["A mountain adds one."]);
  expect(found(all, wordsOf("mountain tribe"))).toEqual([]);
});

test("the title of a chapter counts for its paragraphs", () => {
  const all = [chapter("Scoring", "Coins."), chapter("Decline", "Coins.")];
  expect(found(all, wordsOf("scor coins")).map(({ title }) => title)).toEqual(["Scoring"]);
});

test("case and accents make no difference", () => {
  expect(marked("Die Höhle", wordsOf("HOHLE"))).toEqual([
    { text: "Die ", isFound: false },
    { text: "Höhle", isFound: true },
  ]);
});

test("a very short word is found only where a word begins", () => {
  const all = [chapter("Races", "for all", "or none")];
  expect(texts(found(all, wordsOf("or")))).toEqual(["or none"]);
});

test("matches that overlap become one", () => {
  expect(marked("conquered", wordsOf("conquer quered"))).toEqual([{ text: "conquered", isFound: true }]);
});

test("marking changes no letter", () => {
  const text = "Trolls — 5 × 1 🪙 ﬁn";
  const parts = marked(text, wordsOf("trolls 1"));
  expect(parts.map((part) => part.text).join("")).toBe(text);
});

test("a race is found by its name, a rule by its entry in the ledger", () => {
  const amazons = found(chapters, wordsOf("amazons"));
  expect(amazons.flatMap((each) => each.paragraphs).some(({ id }) => id === "race_amazons")).toBe(true);
  expect(countOf(found(chapters, wordsOf("FIN-1")))).toBeGreaterThan(0);
});

test("nothing looked for is everything found", () => {
  expect(countOf(found(chapters, wordsOf("  ")))).toBe(countOf(chapters));
});
