import { beforeEach, expect, test } from "vitest";
import { around, Guide } from "./cameraGuide";
import { Lens, type Area } from "./camera.svelte";

/** Ten places in a row, each 40 wide, on a map that is looked at from twice as near. */
const AREAS = new Map<number, Area>(
  Array.from({ length: 10 }, (_, at) => [at + 1, { x: at * 40, y: 0, width: 40, height: 100 }]),
);

function led(): { lens: Lens; guide: Guide } {
  const lens = new Lens(() => [0, 0, 400, 300]);
  [lens.width, lens.height] = [400, 300];
  const guide = new Guide(lens, "T", () => AREAS);
  guide.fit(2);
  return { lens, guide };
}

function sees(lens: Lens, ...regions: number[]): boolean {
  return regions.every((region) => lens.sees(AREAS.get(region) ?? around([])));
}

beforeEach(() => sessionStorage.clear());

test("what can be chosen is brought into sight if all of it fits", () => {
  const { lens, guide } = led();
  guide.look("conquer", [7, 8, 9], [1]);
  expect(sees(lens, 7, 8, 9)).toBe(true);
});

test("if it is too much, one's own regions are the middle", () => {
  const { lens, guide } = led();
  guide.look("conquer", [1, 5, 10], [6]);
  expect(lens.inBox({ x: 220, y: 0 }).x).toBe(200);
});

test("without own regions the map goes where most can be chosen", () => {
  const { lens, guide } = led();
  guide.look("conquer", [1, 8, 9, 10]);
  expect(sees(lens, 8, 9, 10)).toBe(true);
});

test("between the steps of a decision the map stays, unless nothing that can be chosen is seen", () => {
  const { lens, guide } = led();
  guide.look("conquer", [1, 5, 10], [6]);
  const { x } = lens;
  guide.look("conquer", [1, 5, 10], [9]);
  expect(lens.x).toBe(x);
  guide.look("conquer", [1]);
  expect(sees(lens, 1)).toBe(true);
});

test("a hand is not fought until something else matters", () => {
  const { lens, guide } = led();
  guide.look("conquer", [1]);
  lens.move(-1000, 0);
  guide.hold();
  guide.look("conquer", [1]);
  expect(sees(lens, 1)).toBe(false);
  guide.look("redeploy", [1]);
  expect(sees(lens, 1)).toBe(true);
});

test("who looked very closely steps back when more matters", () => {
  const { lens, guide } = led();
  lens.zoom(2);
  guide.hold();
  guide.look("conquer", [4, 5, 6]);
  expect(lens.scale).toBe(2);
  expect(sees(lens, 4, 5, 6)).toBe(true);
});

test("the whole map stays for the game once it was chosen, until one goes nearer again", () => {
  const { lens, guide } = led();
  lens.zoom(0);
  guide.hold();
  guide.look("redeploy", [1]);
  expect(lens.isNear).toBe(false);
  expect(led().lens.isNear).toBe(false);
  guide.approach(1.6);
  expect(lens.scale).toBe(2);
  expect(sees(lens, 1)).toBe(true);
  expect(led().lens.isNear).toBe(true);
});

test("a map that is large enough is left alone, however near somebody looks", () => {
  const { lens, guide } = led();
  guide.fit(1);
  lens.zoom(2, { x: 0, y: 0 });
  guide.hold();
  guide.look("conquer", [10]);
  expect([lens.scale, lens.x]).toEqual([2, 0]);
});

test("a screen that is turned keeps how much nearer one looked", () => {
  const { lens, guide } = led();
  guide.fit(1.5);
  expect(lens.scale).toBe(1.5);
});
