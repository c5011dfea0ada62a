import { expect, test } from "vitest";
import { LAYOUT } from "../testing/scene";
import { placeTag, type Around } from "./tagPlace";

/** A square from 0 to 100 whose number is below left. */
const [SQUARE] = LAYOUT.regions;
const LABEL = { x: 15, y: 85, width: 20, height: 16 };
const STACK = { x: 50, y: 50, radius: 29 };

function place(size: number, around: Partial<Around> = {}, least = 1) {
  if (SQUARE === undefined) throw new Error("there is no region");
  const given = { wish: { x: 90, y: 10 }, pieces: [STACK], label: LABEL, ...around };
  const { x, y, scale } = placeTag(SQUARE, { width: size, height: size }, least, given);
  const half = (size * scale) / 2;
  return { x, y, scale, left: x - half, right: x + half, top: y - half, bottom: y + half };
}

/** How far the edge of a tag is from a round piece. */
function gap(tag: ReturnType<typeof place>, { x, y, radius }: typeof STACK): number {
  const across = Math.max(tag.left - x, 0, x - tag.right);
  return Math.hypot(across, Math.max(tag.top - y, 0, y - tag.bottom)) - radius;
}

test("a tag lies where it is wanted if nothing is there", () => {
  expect(place(20, { wish: { x: 50, y: 50 }, pieces: [] })).toMatchObject({ x: 50, y: 50, scale: 1 });
});

test("a tag lies inside of its region, as near as can be to where it is wanted, and on no piece", () => {
  const tag = place(20);
  expect(tag.scale).toBe(1);
  expect(Math.min(tag.left, tag.top, 100 - tag.right, 100 - tag.bottom)).toBeGreaterThanOrEqual(0);
  expect(gap(tag, STACK)).toBeGreaterThanOrEqual(0);
  expect(Math.hypot(tag.x - 90, tag.y - 10)).toBeLessThan(12);
});

test("it goes to another corner if a marker stands where it is wanted", () => {
  const marker = { x: 84, y: 16, radius: 15 };
  const tag = place(20, { pieces: [STACK, marker] });
  expect(tag.scale).toBe(1);
  expect(gap(tag, marker)).toBeGreaterThanOrEqual(0);
  expect(gap(tag, STACK)).toBeGreaterThanOrEqual(0);
});

test("it keeps away from the number of the region, and covers it only if pieces leave no other room", () => {
  const free = place(20, { wish: { x: 15, y: 85 } });
  expect(Math.abs(free.x - 15) > 20 || Math.abs(free.y - 85) > 18).toBe(true);
  const others = [
    { x: 86, y: 14, radius: 14 },
    { x: 14, y: 14, radius: 14 },
    { x: 86, y: 86, radius: 14 },
  ];
  const tag = place(20, { pieces: [STACK, ...others] });
  expect(tag.scale).toBe(1);
  expect(Math.abs(tag.x - LABEL.x)).toBeLessThan(20);
  expect(Math.abs(tag.y - LABEL.y)).toBeLessThan(18);
});

test("it becomes smaller where there is no room, but not without end", () => {
  const tag = place(40, {}, 0.5);
  expect(tag.scale).toBeLessThan(1);
  expect(tag.scale).toBeGreaterThanOrEqual(0.5);
  expect(gap(tag, STACK)).toBeGreaterThanOrEqual(0);
  expect(place(40, { pieces: [{ x: 50, y: 50, radius: 80 }] }, 0.5).scale).toBeCloseTo(0.3);
});
