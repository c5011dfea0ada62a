import { expect, test } from "vitest";
import type { Event } from "../../api/kinds";
import { event } from "../../testing/events";
import { durationOf, holdOf } from "./pace";

const time = (events: Event[], pace: number, own: number[] = [], isOwn = false): number =>
  durationOf(events, pace, isOwn) + holdOf(events, pace, own, isOwn);

const decline = [event("declined", { seat: 1 }), event("scored", { seat: 1, coins: 4 })];
const lost = [event("driven_out", { seat: 0, region: 3 }), event("conquered", { seat: 1, region: 3 })];

test("a decline, a pick and the coins of a turn can be read at every speed", () => {
  for (const pace of [0.45, 1, 2]) {
    expect(time(decline, pace)).toBeGreaterThanOrEqual(1200);
    expect(time([event("picked")], pace)).toBeGreaterThanOrEqual(750);
    expect(time([event("scored")], pace)).toBeGreaterThanOrEqual(650);
  }
});

test("slower is never shorter", () => {
  expect(time(decline, 1)).toBeGreaterThan(time(decline, 0.45));
  expect(time(decline, 2)).toBeGreaterThan(time(decline, 1));
});

test("a region of one's own that falls is shown longer than one of somebody else", () => {
  expect(time(lost, 1, [0])).toBeGreaterThan(time(lost, 1, [2]));
});

test("without motion nothing is held, and what one did oneself was seen", () => {
  expect(time(decline, 0)).toBe(0);
  expect(holdOf(decline, 1, [1], true)).toBe(0);
});

test("a usual turn of a computer takes 3 to 6 seconds at normal speed", () => {
  const turn = [
    [event("readied")],
    ...Array.from({ length: 3 }, () => [event("conquered")]),
    ...Array.from({ length: 6 }, () => [event("deployed")]),
    [event("deployed"), event("scored"), event("turn_began")],
  ];
  const sum = turn.reduce((total, events) => total + time(events, 1), 0);
  expect(sum).toBeGreaterThan(3000);
  expect(sum).toBeLessThan(6000);
});
