import { expect, test } from "vitest";
import { Camera, type Area } from "./camera.svelte";

function camera(): Camera {
  const made = new Camera(() => [0, 0, 400, 300]);
  [made.width, made.height] = [400, 300];
  return made;
}

function area(x: number, y: number, width: number, height: number): Area {
  return { x, y, width, height };
}

test("what lies under the pointer stays there when one goes nearer", () => {
  const near = camera();
  near.zoom(2, { x: 100, y: 75 });
  expect([near.x + 100 * near.scale, near.y + 75 * near.scale]).toEqual([100, 75]);
});

test("the map never leaves an edge of its box free", () => {
  const near = camera();
  near.zoom(2);
  near.move(10_000, 10_000);
  expect([near.x, near.y]).toEqual([0, 0]);
  near.move(-10_000, -10_000);
  expect([near.x, near.y]).toEqual([-400, -300]);
});

test("going far enough away shows the whole map, unmoved", () => {
  const near = camera();
  near.zoom(2, { x: 0, y: 300 });
  near.zoom(0.4);
  expect([near.scale, near.x, near.y, near.transform]).toEqual([1, 0, 0, "none"]);
});

test("a point outside of what is seen is brought into it", () => {
  const near = camera();
  near.zoom(4, { x: 0, y: 0 });
  near.show({ x: 350, y: 250 });
  expect(near.x + 350 * near.scale).toBeLessThanOrEqual(400);
  expect(near.y + 250 * near.scale).toBeLessThanOrEqual(300);
});

test("a place of the drawing is found in the box, however near one looks", () => {
  const wide = new Camera(() => [100, 0, 800, 400]);
  [wide.width, wide.height] = [400, 300];
  expect(wide.unit).toBe(0.5);
  expect(wide.inBox({ x: 100, y: 0 })).toEqual({ x: 0, y: 50 });
  wide.zoom(2, { x: 0, y: 0 });
  expect(wide.unit).toBe(1);
  expect(wide.inBox({ x: 200, y: 100 })).toEqual({ x: 100, y: 100 });
  expect(wide.fromBox({ x: 100, y: 100 })).toEqual({ x: 200, y: 100 });
});

test("one looks from so near that a finger hits the smallest place, and no nearer than twice", () => {
  const far = camera();
  expect(far.nearnessFor([area(0, 0, 88, 60), area(0, 0, 40, 32)])).toBe(44 / 32);
  expect(far.nearnessFor([area(0, 0, 44, 90)])).toBe(1);
  expect(far.nearnessFor([area(0, 0, 5, 90)])).toBe(2);
  expect(far.nearnessFor([])).toBe(1);
});

test("a map that is lower than its box lies in the middle of it until it is larger", () => {
  const tall = new Camera(() => [0, 0, 400, 200]);
  [tall.width, tall.height] = [400, 600];
  tall.zoom(1.5, { x: 0, y: 0 });
  tall.move(0, -500);
  expect(tall.inBox({ x: 0, y: 100 }).y).toBe(300);
  tall.zoom(4 / 1.5);
  tall.move(0, 10_000);
  expect(tall.inBox({ x: 0, y: 0 }).y).toBe(0);
});

test("an area is brought into sight by no more than is needed", () => {
  const near = camera();
  near.zoom(2, { x: 0, y: 0 });
  const aside = area(180, 20, 60, 40);
  expect([near.fits(aside), near.sees(aside)]).toEqual([true, false]);
  near.bring(aside);
  expect(near.sees(aside)).toBe(true);
  expect(near.y).toBe(0);
  const { x } = near;
  near.bring(aside);
  expect(near.x).toBe(x);
});
