import { expect, test } from "vitest";
import { countDiscOn, ONE_FIGURE } from "./countDisc";

test("a disc is the larger the smaller its piece is seen, so that its number can be read", () => {
  const [large, small, tiny] = [30, 14, 5].map((seen) => countDiscOn(seen, 0.4, 0.64).radius);
  expect(large).toBe(0.4);
  expect((small ?? 0) * 14 * ONE_FIGURE).toBeGreaterThanOrEqual(9);
  expect(tiny).toBe(0.64);
});

test("a disc stays on the corner of its piece", () => {
  for (const seen of [5, 10, 20, 40]) {
    const { away, radius } = countDiscOn(seen, 0.4, 0.64);
    expect(away * Math.SQRT2 + radius).toBeLessThanOrEqual(1.05);
    expect(away).toBeGreaterThan(0.2);
  }
});
