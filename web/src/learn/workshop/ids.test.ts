import { expect, test } from "vitest";
import { idFor, suffixOf } from "./ids";

/** What the server takes for an id. */
const ID = /^[a-z][a-z0-9]*(_[a-z][a-z0-9]*)*$/;

test.each([
  ["Bog Bankers", "bog_bankers_abc"],
  ["  Ærlige Þursar! ", "aerlige_thursar_abc"],
  ["Zoë's Größe", "zoe_s_grosse_abc"],
  ["3 Pigs", "n3_pigs_abc"],
  ["Барсуки", "barsuki_abc"],
  ["Ёжики", "ezhiki_abc"],
  ["Ασβοί", "asvoi_abc"],
  ["獾", "u737e_abc"],
  ["", "race_abc"],
  ["!?", "race_abc"],
  ["A very long name that nobody would ever type", "a_very_long_name_that_no_abc"],
])("the id of %s is %s", (name, id) => {
  expect(idFor("race", name, "abc")).toBe(id);
  expect(id).toMatch(ID);
});

test("two people's Badgers have different ids, and each keeps the end of theirs under another name", () => {
  const ids = Array.from({ length: 20 }, () => idFor("race", "Badgers"));
  for (const id of ids) expect(id).toMatch(ID);
  expect(new Set(ids).size).toBeGreaterThan(1);
  expect(idFor("race", "Otters", suffixOf("badgers_xyz"))).toBe("otters_xyz");
});
