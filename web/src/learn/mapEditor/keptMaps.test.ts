import { beforeEach, expect, test, vi } from "vitest";
import { at, blank, painted } from "../../testing/paintedMap";
import type { keptMaps as KeptMaps } from "./keptMaps.svelte";

async function opened(): Promise<typeof KeptMaps> {
  vi.resetModules();
  return (await import("./keptMaps.svelte")).keptMaps;
}

beforeEach(() => localStorage.clear());

test("what is kept is there again after the page was closed", async () => {
  const hill = painted(["hill", at(2, 2)]);
  const first = await opened();
  first.put(hill);
  first.latest = blank;
  const second = await opened();
  expect(second.all.map(({ map }) => map)).toEqual([hill]);
  expect(second.latest).toEqual(blank);
});

test("several maps are kept, and one that is put back takes its place", async () => {
  const kept = await opened();
  const { id } = kept.put(blank);
  kept.put({ ...blank, id: "other" });
  kept.put({ ...blank, id: "changed" }, id);
  expect(kept.all.map(({ map }) => map.id)).toEqual(["changed", "other"]);
  kept.remove(id);
  expect(kept.all.map(({ map }) => map.id)).toEqual(["other"]);
});

test("what is damaged is left out", async () => {
  localStorage.setItem("elbowroom.maps", JSON.stringify([{ id: "a" }, null, "x"]));
  localStorage.setItem("elbowroom.map", "{");
  const kept = await opened();
  expect(kept.all).toEqual([]);
  expect(kept.latest).toBeNull();
  localStorage.setItem("elbowroom.maps", "{}");
  expect((await opened()).all).toEqual([]);
});
