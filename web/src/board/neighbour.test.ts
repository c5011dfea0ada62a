import { expect, test } from "vitest";
import { neighbourOf, type Arrow, type Point } from "./neighbour";

/** Three rows of three, the middle one a little out of line. */
const PLACES = new Map<number, Point>(
  [
    [0, 0],
    [100, 0],
    [200, 0],
    [0, 100],
    [120, 110],
    [200, 100],
    [0, 200],
    [100, 200],
    [200, 200],
  ].map(([x = 0, y = 0], at) => [at + 1, { x, y }]),
);

test.each([
  ["ArrowRight", 6],
  ["ArrowLeft", 4],
  ["ArrowUp", 2],
  ["ArrowDown", 8],
] satisfies [Arrow, number][])(
  "%s leads from the middle to the nearest region on that side",
  (arrow, region) => {
    expect(neighbourOf(PLACES, 5, arrow)).toBe(region);
  },
);

test("where nothing lies ahead one stays", () => {
  expect(neighbourOf(PLACES, 1, "ArrowUp")).toBe(1);
  expect(neighbourOf(PLACES, 1, "ArrowLeft")).toBe(1);
});

test("what lies straight ahead comes before what is nearer but aside", () => {
  const places = new Map([
    [1, { x: 0, y: 0 }],
    [2, { x: 100, y: 0 }],
    [3, { x: 20, y: 60 }],
  ]);
  expect(neighbourOf(places, 1, "ArrowRight")).toBe(2);
});

test("what lies aside is gone to if there is nothing else", () => {
  const places = new Map([
    [1, { x: 0, y: 0 }],
    [2, { x: 20, y: 60 }],
  ]);
  expect(neighbourOf(places, 1, "ArrowRight")).toBe(2);
});

test("two regions at the same place do not lead anywhere", () => {
  const places = new Map([
    [1, { x: 0, y: 0 }],
    [2, { x: 0, y: 0 }],
  ]);
  expect(neighbourOf(places, 1, "ArrowRight")).toBe(1);
});

test("every region can be reached by arrows", () => {
  const reached = new Set([1]);
  for (const region of reached) {
    for (const arrow of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"] as const) {
      reached.add(neighbourOf(PLACES, region, arrow));
    }
  }
  expect(reached.size).toBe(PLACES.size);
});
