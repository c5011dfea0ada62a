import { expect, test } from "vitest";
import { change } from "./change";

test.each([
  [0, []],
  [4, [3, 1]],
  [19, [10, 5, 3, 1]],
  [34, [10, 10, 10, 3, 1]],
])("%i is laid out in coins of the box, the largest first", (sum, coins) => {
  expect(change(sum)).toEqual(coins);
});
