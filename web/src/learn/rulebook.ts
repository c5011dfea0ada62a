/** The rules in their order: the chapters of the rulebook, filled in with the words of the language that is spoken. */
import rulebook from "../../../src/elbowroom/content/base/rulebook.json";
import { capital } from "../words/message";
import { inOrder } from "../words/phrases";
import { told } from "../words/words";

export interface Paragraph {
  /** What stands behind the # in a link to it. */
  id: string;
  title: string | null;
  text: string;
  flavour: string | null;
  /** The entries of the ledger that it tells. */
  rules: readonly string[];
  piece: { kind: "race" | "power"; id: string } | null;
}

export interface Chapter {
  id: string;
  title: string;
  paragraphs: readonly Paragraph[];
}

interface Entry {
  key: string;
  title?: string;
  rules: readonly string[];
}

const PIECE = /^(race|power)_(.+)$/;

export function chaptersOf(): Chapter[] {
  const word = (key: string): string => told(key) ?? key;
  return rulebook.map(({ chapter, paragraphs }) => ({
    id: chapter,
    title: word(`rules_${chapter}_title`),
    paragraphs: piecesInOrder(paragraphs.map((entry) => paragraphOf(entry, word))),
  }));
}

/** Races and special powers stand in the order of the language's alphabet, behind what is said of all of them. */
function piecesInOrder(paragraphs: readonly Paragraph[]): Paragraph[] {
  const pieces = paragraphs.filter(({ piece }) => piece !== null);
  return [
    ...paragraphs.filter(({ piece }) => piece === null),
    ...pieces.sort((one, other) => inOrder(one.title ?? "", other.title ?? "")),
  ];
}

function paragraphOf(entry: Entry, word: (key: string) => string): Paragraph {
  const [, kind, id] = PIECE.exec(entry.title ?? "") ?? [];
  const isPiece = (kind === "race" || kind === "power") && id !== undefined;
  return {
    id: isPiece ? `${kind}_${id}` : entry.key.replace(/^rules_/, "").replace(/_a$/, ""),
    title: entry.title === undefined ? null : capital(word(entry.title)),
    text: word(entry.key),
    flavour: isPiece ? told(`${kind}_${id}_flavour`) : null,
    rules: entry.rules,
    piece: isPiece ? { kind, id } : null,
  };
}
