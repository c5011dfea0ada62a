import { expect, it } from "vitest";
import type { Game } from "../api/kinds";
import { distinct, rankingWords } from "./results";

function game(table: string | null, place: number, at: number): Game {
  return { seats: [], result: { table, place, at } } as unknown as Game;
}

it("tells a game that several played on one device once, by the best place", () => {
  const games = [game("a", 2, 10), game("b", 3, 20), game("a", 1, 10)];
  expect(distinct(games).map(({ result }) => [result.table, result.place])).toEqual([
    ["b", 3],
    ["a", 1],
  ]);
});

it("keeps every game whose table is gone", () => {
  expect(distinct([game(null, 1, 10), game(null, 2, 20)])).toHaveLength(2);
});

/** A game told by everybody's name, place and coins. */
function played(...seats: [string, number, number][]): Game {
  return { seats: seats.map(([name, place, coins]) => ({ name, place, coins })) } as unknown as Game;
}

it("says who won with how many coins, and then the others by their places", () => {
  expect(rankingWords(played(["Ann", 3, 71], ["Bramlo", 1, 108], ["Cleo", 2, 90]))).toEqual([
    "Bramlo won with 108 coins",
    "Cleo: 90 coins",
    "Ann: 71 coins",
  ]);
});

it("says who shared a victory", () => {
  expect(rankingWords(played(["Ann", 1, 80], ["Bramlo", 1, 80]))).toEqual([
    "Ann and Bramlo shared the victory with 80 coins each",
  ]);
});

it("marks accounts", () => {
  const { seats } = played(["Ann", 2, 70], ["Bob", 1, 80]);
  const marked = { seats: seats.map((seat) => ({ ...seat, is_account: true })) } as unknown as Game;
  expect(rankingWords(marked)).toEqual(["Bob ✓ won with 80 coins", "Ann ✓: 70 coins"]);
});
