import { expect, test } from "vitest";
import { event } from "../testing/events";
import { GAME, line } from "../testing/game";
import { eventsOf, isTurnStart, turnsOf } from "./turns";

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

test("a turn is at its start until its player has done something", () => {
  const began = GAME.slice(0, 2);
  expect(isTurnStart(began, 0)).toBe(true);
  expect(isTurnStart(began, 1)).toBe(false);
  expect(isTurnStart([...began, line(3, [], "paused", null)], 0)).toBe(true);
  expect(isTurnStart(GAME.slice(0, 3), 0)).toBe(false);
});
