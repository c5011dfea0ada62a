import { expect, it } from "vitest";
import type { Game } from "../api/kinds";
import { distinct } from "./results";

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
