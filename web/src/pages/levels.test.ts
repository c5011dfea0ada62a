import { beforeEach, expect, test, vi } from "vitest";

/** Fresh modules: a device on which nothing happened yet. */
async function fresh() {
  vi.resetModules();
  const [{ offeredAfter }, { experience }, { settings }] = await Promise.all([
    import("./levels"),
    import("../settings/experience.svelte"),
    import("../settings/settings.svelte"),
  ]);
  return { offeredAfter, experience, settings };
}

beforeEach(() => localStorage.clear());

test("who has not won yet plays the gentle level", async () => {
  const { settings, offeredAfter } = await fresh();
  expect(settings.choices.level).toBe("gentle");
  expect(offeredAfter("gentle")).toBeNull();
});

test("after two wins the next level is offered, until it is taken or refused", async () => {
  const { offeredAfter, experience, settings } = await fresh();
  experience.noteWin("one", "gentle");
  expect(offeredAfter("gentle")).toBeNull();
  experience.noteWin("two", "gentle");
  expect(offeredAfter("gentle")).toBe("easy");
  settings.set("level", "easy");
  expect(offeredAfter("gentle")).toBeNull();
  settings.set("level", "gentle");
  experience.refuse("easy");
  expect(offeredAfter("gentle")).toBeNull();
});

test("who plays a higher level is not offered a lower one, and above the expert there is none", async () => {
  const { offeredAfter, experience, settings } = await fresh();
  for (const table of ["one", "two"]) experience.noteWin(table, "easy");
  settings.set("level", "hard");
  expect(offeredAfter("easy")).toBeNull();
  for (const table of ["three", "four"]) experience.noteWin(table, "expert");
  expect(offeredAfter("expert")).toBeNull();
});

test("how often one has won is said as one says it", async () => {
  const { m, speak } = await import("../words/words");
  await speak("en");
  const offer = (wins: number): string => m.web_level_offer({ wins, level: "Gentle", next: "Easy" });
  expect([1, 2, 3].map(offer)).toEqual([
    expect.stringContaining("won once at"),
    expect.stringContaining("won twice at"),
    expect.stringContaining("won 3 times at"),
  ]);
});
