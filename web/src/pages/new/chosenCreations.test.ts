import { afterEach, expect, test, vi } from "vitest";
import { chosenCreations, type ChosenCreation } from "./chosenCreations.svelte";
import { TableDraft } from "./newTable.svelte";

const chosen = (creation: string, text: string): ChosenCreation => ({
  creation,
  version: `digest of ${text}`,
  kind: "race",
  name: creation,
  author: "Ann",
  text,
});

afterEach(() => chosenCreations.clear());

test("several creations are collected for a table, each in one version", () => {
  chosenCreations.add(chosen("gnomes", "one"));
  chosenCreations.add(chosen("otters", "two"));
  chosenCreations.add(chosen("gnomes", "three"));
  expect(new TableDraft().plan.content).toEqual(["two", "three"]);
  chosenCreations.remove("otters");
  expect(new TableDraft().plan.content).toEqual(["three"]);
});

test("a table with them is never rated, and they are played exactly as they were published", () => {
  const draft = new TableDraft();
  expect(draft.isRatable).toBe(true);
  chosenCreations.add(chosen("gnomes", "[race.gnomes]\n"));
  expect(draft.isRatable).toBe(false);
  expect(draft.texts).toEqual(["[race.gnomes]\n"]);
});

test("they are kept for the visit, and what is no such list is passed over", async () => {
  chosenCreations.add(chosen("gnomes", "one"));
  vi.resetModules();
  const again = await import("./chosenCreations.svelte");
  expect(again.chosenCreations.has("gnomes")).toBe(true);
  sessionStorage.setItem("elbowroom.chosen", '[{"creation": 1}, null, "x"]');
  vi.resetModules();
  const damaged = await import("./chosenCreations.svelte");
  expect(damaged.chosenCreations.all).toEqual([]);
});
