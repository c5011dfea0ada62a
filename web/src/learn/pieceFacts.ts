/** All that the page of a race or special power tells of it; no word of it is decided here. */
import type { Box, Piece, Sentence } from "../api/kinds";
import type { PieceOfBox } from "../words/pieceAddress";
import { chaptersOf, type Paragraph } from "./rulebook";

export interface PieceFacts {
  piece: Piece;
  /** What the rulebook says of it. */
  paragraph: Paragraph;
  /** What it does, trait by trait. */
  traits: readonly Sentence[];
  /** What is left of it in decline; nothing if it has no say there. */
  inDecline: readonly Sentence[];
  /** Questions of the rulebook that are answered by its rules. */
  questions: readonly Paragraph[];
}

/** How many tokens it has is told beside its name. */
const TOLD_ELSEWHERE = /^trait_tokens_/;
const OF_DECLINE = /^trait_(keeps_|uncounted$)/;

/** What is known of a piece; null if it is not in the box. */
export function factsOf({ kind, id }: PieceOfBox, box: Box): PieceFacts | null {
  const piece = (kind === "race" ? box.races : box.powers).find((each) => each.id === id);
  const chapters = chaptersOf();
  const paragraphs = chapters.flatMap((chapter) => chapter.paragraphs);
  const paragraph = paragraphs.find((each) => each.piece?.kind === kind && each.piece.id === id);
  if (piece === undefined || paragraph === undefined) return null;
  const benefits = piece.traits.filter(({ code }) => !TOLD_ELSEWHERE.test(code));
  const questions = chapters.find((chapter) => chapter.id === "faq")?.paragraphs ?? [];
  return {
    piece,
    paragraph,
    traits: benefits.filter(({ code }) => !OF_DECLINE.test(code)),
    inDecline: benefits.filter(({ code }) => OF_DECLINE.test(code)),
    questions: questions.filter(({ rules }) => rules.some((rule) => paragraph.rules.includes(rule))),
  };
}
