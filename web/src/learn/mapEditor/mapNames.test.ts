import { expect, test } from "vitest";
import { blank } from "../../testing/paintedMap";
import { named, nameOf, titleOf } from "./mapNames";

test.each([
  ["Twenty fields", "twenty-fields"],
  ["Rock & Roll!", "rock-roll"],
  ["  Höhlen  ", "höhlen"],
  ["千の島", "千の島"],
  ["नक्शा", "नकश"],
  ["İzmir", "izmir"],
  ["!7!", "7"],
])("a map may be called %s, and has an id of one word", (typed, id) => {
  const name = nameOf(typed);
  expect(name).toBe(typed.trim());
  expect(named(blank, name ?? "").id).toBe(id);
});

test("a name that cannot be read is none", () => {
  for (const typed of ["", "   ", "!?", "\u200b"]) expect(nameOf(typed)).toBeNull();
});

test("an id is never too long, and never one of the box", () => {
  const long = named(blank, "a b ".repeat(10).trim());
  expect(long.id.length).toBeLessThanOrEqual(40);
  expect(long.id).not.toMatch(/-$/);
  expect(named(blank, "2 players", ["2-players"])).toMatchObject({ id: "2-players-1", name: "2 players" });
});

test("a map that was kept before maps had names is called by its id", () => {
  expect(titleOf(blank)).toBe("isle");
  expect(titleOf(named(blank, "Isle!"))).toBe("Isle!");
});
