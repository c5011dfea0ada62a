import { beforeEach, expect, test, vi } from "vitest";
import type { experience as Kept } from "./experience.svelte";

async function opened(): Promise<typeof Kept> {
  vi.resetModules();
  return (await import("./experience.svelte")).experience;
}

beforeEach(() => localStorage.clear());

test("a won game counts once for its level, and is remembered", async () => {
  const experience = await opened();
  expect(experience.hasWon).toBe(false);
  experience.noteWin("one", "gentle");
  experience.noteWin("one", "gentle");
  experience.noteWin("two", "gentle");
  experience.noteWin("three", "easy");
  const later = await opened();
  expect([later.wins("gentle"), later.wins("easy"), later.wins("normal")]).toEqual([2, 1, 0]);
  expect(later.hasWon).toBe(true);
});

test("what was turned down stays turned down, and a tip that was read stays read until all are forgotten", async () => {
  const experience = await opened();
  experience.refuse("easy");
  experience.read("pick");
  const later = await opened();
  expect([later.hasRefused("easy"), later.hasRefused("normal")]).toEqual([true, false]);
  expect([later.hasRead("pick"), later.hasRead("ready")]).toEqual([true, false]);
  later.forgetTips();
  expect((await opened()).hasRead("pick")).toBe(false);
});

test("what is damaged is forgotten", async () => {
  localStorage.setItem("elbowroom.experience", '{"wins": {"gentle": "two", "easy": 1}, "tips": 3}');
  const experience = await opened();
  expect([experience.wins("gentle"), experience.wins("easy"), experience.hasRead("pick")]).toEqual([
    0,
    1,
    false,
  ]);
  localStorage.setItem("elbowroom.experience", "null");
  expect((await opened()).hasWon).toBe(false);
});
