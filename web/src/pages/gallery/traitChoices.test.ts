import { expect, test } from "vitest";
import { FORM } from "../../testing/workshop";
import { traitGroups } from "./traitChoices";

test("an ability is named by the first word of its key, once, under the title of its group", () => {
  const keys = traitGroups(FORM).flatMap(({ traits }) => traits.map(({ key }) => key));
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.every((key) => !key.includes("."))).toBe(true);
  expect(keys).toContain("coins");
});

test("a family of abilities has a general name, not that of one of its cases", () => {
  const labels = traitGroups(FORM).flatMap(({ traits }) => traits.map(({ label }) => label));
  expect(labels).toContain("Bonus coins");
  expect(labels.filter((label) => /hill|swamp|cavern|mine/.test(label))).toEqual([]);
});

test("every ability is told in words", () => {
  for (const { title, traits } of traitGroups(FORM)) {
    expect(title).not.toBe("");
    for (const { key, label } of traits) expect(label, key).toMatch(/^[A-Z0-9].+/);
  }
});
