import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Hover } from "./hover";

const at = (clientX: number, clientY = 0): PointerEvent => ({ clientX, clientY }) as PointerEvent;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function hovering() {
  const tell = vi.fn();
  const hover = new Hover(tell);
  hover.move(at(0));
  return { hover, tell };
}

test("a region is told when the mouse has stayed on it for a moment, and when it has left", () => {
  const { hover, tell } = hovering();
  hover.enter(3);
  hover.move(at(10));
  vi.advanceTimersByTime(100);
  expect(tell).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(tell).toHaveBeenLastCalledWith(3);
  hover.enter(null);
  vi.advanceTimersByTime(200);
  expect(tell).toHaveBeenLastCalledWith(null);
});

test("from one region to the next there is no gap", () => {
  const { hover, tell } = hovering();
  hover.enter(3);
  hover.move(at(10));
  vi.advanceTimersByTime(200);
  hover.enter(null);
  hover.enter(4);
  hover.move(at(21));
  vi.advanceTimersByTime(200);
  expect(tell.mock.calls).toEqual([[3], [4]]);
});

test("what appears under a resting mouse is told only when the mouse moves", () => {
  const { hover, tell } = hovering();
  hover.enter(3);
  hover.move(at(0));
  vi.advanceTimersByTime(500);
  expect(tell).not.toHaveBeenCalled();
  hover.move(at(1));
  vi.advanceTimersByTime(200);
  expect(tell).toHaveBeenLastCalledWith(3);
});

test("what was chosen before it was told is not told", () => {
  const { hover, tell } = hovering();
  hover.enter(3);
  hover.move(at(10));
  hover.settle();
  hover.move(at(11));
  vi.advanceTimersByTime(500);
  expect(tell).not.toHaveBeenCalled();
});

test("the first that is heard of a mouse is where it rests", () => {
  const tell = vi.fn();
  const hover = new Hover(tell);
  hover.enter(3);
  hover.move(at(10));
  vi.advanceTimersByTime(500);
  expect(tell).not.toHaveBeenCalled();
});
