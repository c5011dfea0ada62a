import { beforeAll, describe, expect, it, test } from "vitest";
import { speak } from "../words/words";
import { Lexicon } from "./lexicon";
import { marked } from "./marking";
import { chaptersOf, lexiconOf, type Chapter } from "./rulebook";
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

/** Questions that players ask, and a paragraph that must be among the first three. */
const ENGLISH: [string, string][] = [
  ["winner", "end_1"],
  ["how do I win", "end_1"],
  ["How do I win?", "end_1"],
  ["how can I win the game?", "end_1"],
  ["who wins a tie?", "end_2"],
  ["declined", "decline_1"],
  ["how do I go in decline", "decline_1"],
  ["dice", "final_attempt_1"],
  ["points", "score_1"],
  ["how do I get money", "goal_2"],
  ["how much money do we start with", "setup_4"],
  ["when does the game end?", "end_1"],
  ["how many game turns are there", "setup_1"],
  ["what is a lost tribe", "setup_3"],
  ["how much does a region cost", "cost_1"],
  ["price of a combo", "pick_1"],
  ["can I attack the sea", "conquer_3"],
  ["moutain", "terrains_2"],
  ["do I lose tokens when I am attacked", "losses_1"],
  ["elf", "race_elves"],
  ["undo", "options_7"],
  ["where can I start", "first_conquest_1"],
  ["leave a region", "abandon_1"],
  ["two races in decline", "power_spirit"],
  ["where may the dragon attack", "faq_14"],
  ["troll lair", "race_trolls"],
  ["custom race", "own_races_1"],
  ["rearrange my troops", "redeploy_1"],
  ["timer", "options_6"],
  ["which regions are immune", "markers_3"],
  ["peace", "power_diplomat"],
  ["how many players", "setup_1"],
  ["can I see the coins of other players", "options_3"],
  ["skip my turn", "faq_3"],
  ["FIN-1", "final_attempt_1"],
];
const GERMAN: [string, string][] = [
  ["gewinnen", "end_1"],
  ["Wie gewinne ich?", "end_1"],
  ["Wie gewinnt man das Spiel?", "end_1"],
  ["Wer hat gewonnen?", "end_1"],
  ["Wer ist der Sieger?", "end_1"],
  ["Gleichstand", "end_2"],
  ["Würfel", "final_attempt_1"],
  ["untergegangen", "decline_1"],
  ["Wie lasse ich meine Rasse untergehen?", "decline_1"],
  ["Wie viel kostet eine Region?", "cost_1"],
  ["Geld", "score_1"],
  ["Punkte", "score_1"],
  ["Wann endet das Spiel?", "end_1"],
  ["Wie viele Runden gibt es?", "setup_1"],
  ["Elfen", "race_elves"],
  ["Wo darf ich anfangen?", "first_conquest_1"],
  ["rückgängig", "options_7"],
  ["Kann ich das Meer erobern?", "conquer_3"],
  ["Truppen verschieben", "redeploy_1"],
  ["untergegangener Stamm", "symbols_2"],
  ["Verstärkungswürfl", "final_attempt_1"],
  ["Eigene Rasse erfinden", "own_races_1"],
  ["Verbündeter", "power_diplomat"],
];

describe.each([
  ["en", ENGLISH],
  ["de", GERMAN],
] as const)("the rules in %s", (language, questions) => {
  let rules: RuleIndex;
  let chapters: Chapter[];

  beforeAll(async () => {
    await speak(language);
    chapters = chaptersOf();
    rules = new RuleIndex(chapters, lexiconOf());
    return () => speak("en");
  });

  it.each(questions)("answer “%s” by %s among the first three", (question, answer) => {
    const found = rules.find(rules.soughtBy(question)).map(({ paragraph }) => paragraph.id);
    expect(found.slice(0, 3)).toContain(answer);
  });

  it.each(language === "en" ? ["How do I win?", "how to win"] : ["Wie gewinne ich?", "Wie gewinnt man?"])(
    "answer “%s” by how one wins, before ties",
    (question) => {
      const found = rules.find(rules.soughtBy(question)).map(({ paragraph }) => paragraph.id);
      expect(found[0]).toBe("end_1");
    },
  );

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
