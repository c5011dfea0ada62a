import { afterEach, expect, test } from "vitest";
import { settings } from "./settings.svelte";

const PLACE = "elbowroom.settings";

afterEach(() => settings.reset());

test("what is chosen in another window holds here at once, and what is not chosen is as usual", () => {
  settings.set("theme", "dark");
  localStorage.setItem(PLACE, JSON.stringify({ language: "de" }));
  dispatchEvent(new StorageEvent("storage", { key: PLACE }));
  expect(settings.choices).toMatchObject({ language: "de", theme: "system" });
});

test("what else is kept in the browser changes no choice", () => {
  settings.set("theme", "dark");
  localStorage.setItem(PLACE, "{}");
  dispatchEvent(new StorageEvent("storage", { key: "elbowroom.other" }));
  expect(settings.choices.theme).toBe("dark");
});
