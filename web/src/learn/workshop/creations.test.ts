import { beforeEach, expect, test, vi } from "vitest";
import type { creations as Creations } from "./creations.svelte";

async function opened(): Promise<typeof Creations> {
  vi.resetModules();
  return (await import("./creations.svelte")).creations;
}

beforeEach(() => localStorage.clear());

test("what is on the shelf is there again after the page was closed", async () => {
  const first = await opened();
  first.put("Gnomes", "[race.gnomes]");
  first.bench = "[race.half]";
  const second = await opened();
  expect(second.shelf.map(({ title, text }) => [title, text])).toEqual([["Gnomes", "[race.gnomes]"]]);
  expect(second.bench).toBe("[race.half]");
});

test("a creation that is put back takes its place", async () => {
  const creations = await opened();
  const { id } = creations.put("Gnomes", "one");
  creations.put("Imps", "two");
  creations.put("Gnomes", "three", id);
  expect(creations.shelf.map(({ text }) => text)).toEqual(["three", "two"]);
  creations.remove(id);
  expect(creations.shelf.map(({ text }) => text)).toEqual(["two"]);
});

test("what is damaged is left out", async () => {
  localStorage.setItem("elbowroom.creations", JSON.stringify([{ id: "a" }, null, "x"]));
  expect((await opened()).shelf).toEqual([]);
  localStorage.setItem("elbowroom.creations", "{");
  expect((await opened()).shelf).toEqual([]);
});
