import { expect, test } from "vitest";
import type { TableView } from "../../api/kinds";
import { wonLevel } from "./wonLevel";

interface Sitting {
  level?: string;
  isYours?: boolean;
  isTakenOver?: boolean;
}

/** A game that is over, told seat by seat from the winner to the last. */
function over(...seats: Sitting[]): TableView {
  return {
    is_import: false,
    seats: seats.map(({ level = null, isYours = false, isTakenOver = false }) => ({
      level,
      is_yours: isYours,
      is_taken_over: isTakenOver,
    })),
    ranking: seats.map((_, seat) => ({ seat, place: seat + 1, coins: 90 - seat, tokens: 9 })),
  } as unknown as TableView;
}

test("who beats computers has beaten their level, and of several the weakest", () => {
  expect(wonLevel(over({ isYours: true }, { level: "gentle" }))).toBe("gentle");
  expect(wonLevel(over({ isYours: true }, { level: "hard" }, { level: "easy" }))).toBe("easy");
});

test("a game that was lost, among people, for several at one device or played by a computer beats no level", () => {
  expect(wonLevel(over({ level: "gentle" }, { isYours: true }))).toBeNull();
  expect(wonLevel(over({ isYours: true }, {}, { level: "gentle" }))).toBeNull();
  expect(wonLevel(over({ isYours: true }, { isYours: true }, { level: "gentle" }))).toBeNull();
  expect(wonLevel(over({ isYours: true, isTakenOver: true }, { level: "gentle" }))).toBeNull();
  expect(wonLevel(over({}, { level: "gentle" }))).toBeNull();
  expect(wonLevel({ ...over({ isYours: true }, { level: "gentle" }), is_import: true })).toBeNull();
});
