import { afterEach, expect, test, vi } from "vitest";
import { date, decimal, inOrder, listed, measured, percent, timeOfDay } from "./formats";
import { speak } from "./words";

afterEach(() => speak("en"));

test("lists have no comma before the last", () => {
  expect(listed(["Ann", "Bob", "Cid"])).toBe("Ann, Bob and Cid");
});

test("numbers and times follow the language", async () => {
  expect([decimal(2.5), measured(3, "day")]).toEqual(["2.5", "3 days"]);
  await speak("de");
  expect([decimal(2.5), measured(3, "day"), listed(["Ann", "Bob"])]).toEqual([
    "2,5",
    "3 Tage",
    "Ann und Bob",
  ]);
});

test("names stand in the order of the alphabet, not of the codes", async () => {
  await speak("de");
  expect(["Zwerge", "Ärzte", "elben"].sort(inOrder)).toEqual(["Ärzte", "elben", "Zwerge"]);
});

test("the objects that format are made once", async () => {
  const use = (): void => {
    for (let at = 0; at < 3; at += 1) {
      [listed(["Ann"]), percent(0.5), decimal(at), date(at), timeOfDay(at), inOrder("a", "b")].join();
    }
  };
  const makers = ["ListFormat", "NumberFormat", "DateTimeFormat", "Collator"] as const;
  // A language that nothing here was formatted in before.
  await speak("xx");
  const made = makers.map((name) => vi.spyOn(Intl, name));
  use();
  const first = made.map(({ mock }) => mock.calls.length);
  use();
  expect(first).toEqual([1, 2, 2, 1]);
  expect(made.map(({ mock }) => mock.calls.length)).toEqual(first);
  vi.restoreAllMocks();
});
