import { expect, test } from "vitest";
import { heatOf, mostFrequent } from "./entries";

const entry = {
  map_id: "2-players",
  count: 10,
  shares: { 3: 0.2, 7: 0.4, 9: 0, 11: 0.1, 2: 0.1, 5: 0.1, 6: 0.1 },
};

test("the region that is entered most is the warmest, and the others are as warm as they are frequent", () => {
  const heat = heatOf(entry);
  expect(heat.get(7)).toBe(1);
  expect(heat.get(3)).toBe(0.5);
  expect(heat.has(9)).toBe(false);
  expect(heatOf({ ...entry, shares: {} }).size).toBe(0);
});

test("the most frequent regions are named, the most frequent first", () => {
  expect(mostFrequent(entry).map(({ region }) => region)).toEqual([7, 3, 2, 5, 6]);
});
