import { expect, test } from "vitest";
import { LAYOUT } from "../testing/scene";
import { labelBox } from "./labelBox";

test("a number is as high as usual, higher on a small screen, and never higher than there is room", () => {
  const [region] = LAYOUT.regions;
  if (region === undefined) throw new Error("there is no region");
  const heights = [1, 0.5, 0.1].map((unit) => labelBox(region, unit).height);
  expect(heights).toEqual([region.label.height, expect.closeTo(18.8), region.label.max_height]);
});
