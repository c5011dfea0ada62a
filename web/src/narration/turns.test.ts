import { expect, test } from "vitest";
import { event } from "../testing/events";
import { GAME, line } from "../testing/game";
import { eventsOf, keptLines, turnsOf } from "./turns";

test("what was taken back is not told, nor that it was taken back", () => {
  expect(keptLines(GAME).map((each) => each.seq)).toEqual([1, 2, 3, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
});

test("two undos take back two acts, and never what a pause or a takeover wrote between them", () => {
  const log = [
    line(1, []),
    line(2, []),
    line(3, [], "pauseasked"),
    line(4, [], "undone"),
    line(5, [], "undone"),
  ];
  expect(keptLines(log).map((each) => each.what)).toEqual(["pauseasked"]);
});

test("a line that ends one turn and begins the next is shared between them", () => {
  const turns = turnsOf(GAME);
  expect(turns.map(({ gameTurn, seat, first, last }) => [gameTurn, seat, first, last])).toEqual([
    [1, 0, 2, 7],
    [1, 1, 7, 10],
    [2, 0, 10, 11],
    [2, 1, 11, 14],
  ]);
  const [, second] = turns;
  expect(second && eventsOf(second).map((each) => each.code)).toEqual([
    "turn_began",
    "picked",
    "rolled",
    "conquered",
    "scored",
    "game_turn_began",
  ]);
});

test("a log in which nothing was played yet has no turns", () => {
  expect(turnsOf([line(1, [], "opened"), line(2, [event("first_player")], "started")])).toEqual([]);
});
