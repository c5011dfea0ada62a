import { expect, test } from "vitest";
import type { SeatView, TableView } from "../api/kinds";
import { seat as sitting } from "../testing/scene";
import { agreedText, clockText, isRunning, isShort, secondsLeft, spokenTime } from "./clock";

const seat = (extra: Partial<SeatView> = {}): SeatView => sitting("Ann", extra);

function state(extra: Partial<TableView> = {}): TableView {
  return {
    status: "running",
    to_move: 0,
    is_paused: false,
    left: [100, 60],
    since: 1000,
    seats: [seat(), seat()],
    ...extra,
  } as TableView;
}

test("only the clock of the one who is to move runs", () => {
  expect(secondsLeft(state(), 0, 1010)).toBe(90);
  expect(secondsLeft(state(), 1, 1010)).toBe(60);
});

test("a clock stands still in a pause, for a computer, and after the game", () => {
  expect(isRunning(state({ is_paused: true }), 0)).toBe(false);
  expect(isRunning(state({ seats: [seat({ is_taken_over: true }), seat()] }), 0)).toBe(false);
  expect(isRunning(state({ seats: [seat({ level: "hard" }), seat()] }), 0)).toBe(false);
  expect(isRunning(state({ status: "over" }), 0)).toBe(false);
});

test("no clock goes below nothing, nor up when this device is behind the server", () => {
  expect(secondsLeft(state(), 0, 5000)).toBe(0);
  expect(secondsLeft(state(), 0, 900)).toBe(100);
});

test("the last half minute is short", () => {
  expect([isShort(30), isShort(29.9)]).toEqual([false, true]);
});

test("a clock shows minutes, hours or days, whatever fits", () => {
  expect([59.2, 61, 3661, 3 * 86_400 + 7200].map(clockText)).toEqual(["1:00", "1:01", "1:01:01", "3 d 2 h"]);
});

test("spoken time is rounded, so that it does not change with every second", () => {
  expect([7, 42, 75, 600, 7200, 200_000].map(spokenTime)).toEqual([
    "10 seconds",
    "50 seconds",
    "60 seconds",
    "10 minutes",
    "2 hours",
    "2 days",
  ]);
});

test("what was agreed on is told, if anything was", () => {
  expect(agreedText({ kind: "turn", seconds: 180, increment: 0 })).toBe("3 minutes for each turn");
  expect(agreedText({ kind: "turn", seconds: 45, increment: 0 })).toBe("45 seconds for each turn");
  expect(agreedText({ kind: "turn", seconds: 86_400, increment: 0 })).toBe("1 day for each turn");
  expect(agreedText({ kind: "none", seconds: 0, increment: 0 })).toBeNull();
});
