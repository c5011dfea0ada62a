import { beforeEach, expect, test, vi } from "vitest";
import type { progress as Kept } from "./progress.svelte";

async function opened(): Promise<typeof Kept> {
  vi.resetModules();
  return (await import("./progress.svelte")).progress;
}

beforeEach(() => localStorage.clear());

test("a finished lesson stays finished, and counts once", async () => {
  const progress = await opened();
  progress.finish("start");
  progress.finish("start");
  progress.finish("costs");
  const later = await opened();
  expect(later.done).toEqual(["start", "costs"]);
  expect(later.isDone("costs")).toBe(true);
  expect(later.isDone("die")).toBe(false);
});

test("one can begin from the beginning, and the tables of lessons are still known", async () => {
  const progress = await opened();
  progress.opened("abc");
  progress.finish("start");
  progress.forget();
  const later = await opened();
  expect(later.done).toEqual([]);
  expect(later.isLesson("abc")).toBe(true);
});

test("what is damaged is forgotten", async () => {
  localStorage.setItem("elbowroom.lessons", '{"done": 3, "tables": [1, "abc"]}');
  const progress = await opened();
  expect(progress.done).toEqual([]);
  expect(progress.isLesson("abc")).toBe(true);
  localStorage.setItem("elbowroom.lessons", "null");
  expect((await opened()).done).toEqual([]);
});
