import { expect, test } from "vitest";
import { inWindow } from "./places";

const BOX = { side: 40, above: 50, below: 10 };

test("what stands at a point is seen as a whole, also at the edge of the window", () => {
  expect(inWindow({ x: 200, y: 300 }, BOX)).toEqual({ x: 200, y: 300 });
  expect(inWindow({ x: 5, y: 5 }, BOX)).toEqual({ x: 40, y: 50 });
  const corner = { x: innerWidth, y: innerHeight };
  expect(inWindow(corner, BOX)).toEqual({ x: innerWidth - 40, y: innerHeight - 10 });
});
