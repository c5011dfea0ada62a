import { expect, test } from "vitest";
import type { Layout, ShownRule } from "../api/kinds";
import { marksOf, partOf } from "./pictures";

const layout = {
  view_box: [0, 0, 1000, 600],
  regions: [
    { number: 1, path: "M100 100C100 150 150 200 200 200Z" },
    { number: 2, path: "M900 300C950 350 960 380 990 590Z" },
  ],
} as unknown as Layout;

test("a picture shows its regions with some room around them, wider than high", () => {
  const [x, y, width, height] = partOf(layout, [1]);
  expect([y, height]).toEqual([86, 128]);
  expect(width).toBe(192);
  expect(x + width / 2).toBe(150);
});

test("a picture shows nothing beyond the drawing", () => {
  const [x, y, width, height] = partOf(layout, [2]);
  expect(x + width).toBe(1000);
  expect(y + height).toBe(600);
});

test("without regions it is the whole map", () => {
  expect(partOf(layout, [])).toEqual([0, 0, 1000, 600]);
});

test("what may be conquered is marked with its price, and nothing else is", () => {
  const legal = [
    { text: "conquer 1", region: 1, cost: 3 },
    { text: "abandon 2", region: 2 },
    { text: "end" },
  ];
  const { targets } = marksOf({ legal } as unknown as ShownRule);
  expect([...targets.values()].map(({ region, price }) => [region, price])).toEqual([[1, 3]]);
});
