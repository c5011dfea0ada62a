import { expect, test } from "vitest";
import { beside } from "./beside";

const AREA = { width: 800, height: 600 };
const CARD = { width: 200, height: 150 };
const region = (x: number, y: number) => ({ x, y, width: 100, height: 100 });

test("a card lies to the right of its region", () => {
  expect(beside(CARD, region(300, 250), [], AREA)).toEqual({ x: 410, y: 225 });
});

test("at the right edge it lies to the left", () => {
  expect(beside(CARD, region(690, 250), [], AREA)).toEqual({ x: 480, y: 225 });
});

test("in a corner it stays on the map and beside the region", () => {
  expect(beside(CARD, region(0, 0), [], AREA)).toEqual({ x: 110, y: 4 });
});

test("it lies where it hides the fewest marks", () => {
  const marks = [
    { x: 450, y: 300 },
    { x: 250, y: 300 },
    { x: 350, y: 400 },
  ];
  const { x, y } = beside(CARD, region(300, 250), marks, AREA);
  const covered = marks.filter(
    (mark) => mark.x > x && mark.x < x + CARD.width && mark.y > y && mark.y < y + CARD.height,
  );
  expect(covered).toEqual([]);
});

test("rather than the region it hides a mark", () => {
  const narrow = { width: 320, height: 160 };
  const { x } = beside(CARD, { ...region(0, 0), height: 160 }, [{ x: 250, y: 80 }], narrow);
  expect(x).toBeGreaterThanOrEqual(100);
});
