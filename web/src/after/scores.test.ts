import { expect, test } from "vitest";
import { GAME } from "../testing/game";
import { accountsOf } from "./scores";

const [ann, bob] = accountsOf(GAME, [11, 12]);

test("coins go to regions, race or special power by what pays them, and to decline once a race is in decline", () => {
  expect(ann?.sums).toEqual({ regions: 2, race: 1, power: 1, decline: 3 });
  expect(bob?.sums).toEqual({ regions: 7, race: 0, power: 0, decline: 0 });
});

test("what combos cost and brought is booked apart", () => {
  expect(ann?.combos).toBe(-1);
});

test("the start is what is left of the coins at the end, and the totals lead from one to the other", () => {
  expect(ann?.start).toBe(5);
  expect(ann?.totals).toEqual([5, 8, 11]);
  expect(bob?.totals).toEqual([5, 6, 12]);
});

test("every turn has its income", () => {
  expect(ann?.incomes.map(({ gameTurn, coins }) => [gameTurn, coins])).toEqual([
    [1, 4],
    [2, 3],
  ]);
});
