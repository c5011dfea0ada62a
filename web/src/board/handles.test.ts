import { expect, test } from "vitest";
import { handlesOf, REACH } from "./handles";

const BOARD = { width: 400, height: 300 };
const STACK = { x: 200, y: 150, radius: 20 };
const FAR = [{ x: 20, y: 20 }];

test("minus stands before the stack and plus behind it, where there is room", () => {
  expect(handlesOf(STACK, FAR, BOARD)).toEqual({
    minus: { x: 200 - 20 - REACH, y: 150 },
    plus: { x: 200 + 20 + REACH, y: 150 },
  });
});

test("they make room for the stack of a neighbour", () => {
  const { minus, plus } = handlesOf(STACK, [{ x: 245, y: 150 }], BOARD);
  expect(plus.y).toBeLessThan(150);
  expect(minus.y).toBeGreaterThan(150);
});

test("they never leave the board", () => {
  const { minus, plus } = handlesOf({ x: 5, y: 5, radius: 20 }, FAR, BOARD);
  for (const { x, y } of [minus, plus]) {
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(REACH);
  }
});
