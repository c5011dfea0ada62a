import { expect, test } from "vitest";
import { queryText } from "../../core/http/creations";
import { isNarrow, queryOf } from "./query";

const read = (text: string): ReturnType<typeof queryOf> => queryOf(new URLSearchParams(text));

test("what is looked for stands in the address and is read from it again", () => {
  const query = { search: "bog & banks", kind: "race", players: 3, trait: "leaps", author: "Ann" } as const;
  const whole = { ...query, order: "newest", page: 2 } as const;
  expect(read(queryText(whole))).toEqual(whole);
});

test("an address without a wish asks for the best of everything, and stays short", () => {
  expect(read("")).toMatchObject({ search: "", kind: "", players: 0, order: "best", page: 1 });
  expect(queryText(read(""))).toBe("");
});

test("what makes no sense in an address is left out", () => {
  expect(read("kind=dragon&players=9&order=worst&page=-3")).toEqual(read(""));
  expect(read("page=1.5&players=x")).toEqual(read(""));
});

test("an order or a page is no wish for something in particular", () => {
  expect(isNarrow(read("order=played&page=3"))).toBe(false);
  expect(isNarrow(read("players=2"))).toBe(true);
});
