import { expect, test } from "vitest";
import type { BalanceRow, Estimate } from "../../api/kinds";
import { soundness, testSentences, verdictSentence } from "./testWords";

const estimate = (mean: number, low: number, high: number): Estimate => ({ count: 100, mean, low, high });

function row(verdict: string, tokens: Estimate | null): BalanceRow {
  return {
    verdict,
    tokens_too_many: tokens,
    deals: 20,
    games: 100,
    coins: {
      own: estimate(73.3, 69.5, 77.1),
      box: estimate(66.4, 61.9, 70.9),
      difference: estimate(6.9, 2, 11),
    },
    wins: { own: estimate(0.35, 0.2, 0.55), box: estimate(0.38, 0.21, 0.57), difference: estimate(0, 0, 0) },
    free_picks: {
      per_game: estimate(0.4, 0, 1),
      price: estimate(1, 0, 2),
      box_per_game: 0.3,
      box_price: 0.9,
    },
    unfinished_games: 0,
    checked_games: 5,
    violations: 0,
  } as unknown as BalanceRow;
}

test("the verdict says by how many tokens, as far as that is known", () => {
  expect(verdictSentence(row("strong", estimate(1.7, 0.4, 3.9)))).toBe(
    "Too strong by about 1.7 tokens (0.4 to 3.9).",
  );
  expect(verdictSentence(row("weak", estimate(-2, -3, -1)))).toBe(
    "Too weak by about 2.0 tokens (1.0 to 3.0).",
  );
  expect(verdictSentence(row("weak", estimate(-6, -12, -2.5)))).toBe("Too weak by at least 2 tokens.");
  expect(verdictSentence(row("strong", estimate(5, 0.2, 12)))).toMatch(/^Too strong; by how many/);
  expect(verdictSentence(row("strong", null))).toMatch(/^Too strong; by how many/);
  expect(verdictSentence(row("unknown", null))).toMatch(/the interval is too wide/);
  expect(verdictSentence(row("balanced", estimate(-0.3, -1.2, 0.6)))).toContain("−0.3 tokens");
});

test("what it rests on is told with intervals", () => {
  const sentences = testSentences(row("strong", null));
  expect(sentences).toContain("20 deals were played, each 5 times with the same luck.");
  expect(sentences.join(" ")).toContain("+6.9 coins (+2.0 to +11.0)");
  expect(sentences.join(" ")).toContain("35% of their games (20% to 55%), otherwise 38%");
});

test("games that do not end and broken rules are not passed over", () => {
  expect(soundness({ unfinished_games: 2, violations: 1, checked_games: 5 })).toEqual([
    "2 games did not end.",
    "1 game broke a rule of the program. Please report it.",
  ]);
});
