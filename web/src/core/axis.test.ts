import { expect, test } from "vitest";
import { apart, ticks } from "./axis";

test("an axis has round numbers and reaches the most", () => {
  expect(ticks(80)).toEqual([0, 20, 40, 60, 80]);
  expect(ticks(3)).toEqual([0, 1, 2, 3]);
});

test("labels keep their order and their distance, and stay inside", () => {
  expect(apart([50, 52, 10], 20, 0, 100)).toEqual([50, 70, 10]);
  expect(apart([95, 99], 20, 0, 100)).toEqual([80, 100]);
});
