import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { REST, Typing } from "./typing";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("only what stands there when one rests is looked for", () => {
  const typing = new Typing();
  const sought: string[] = [];
  for (const words of ["m", "mo", "mol"]) {
    typing.rest(() => sought.push(words));
    vi.advanceTimersByTime(REST - 1);
  }
  expect(sought).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(sought).toEqual(["mol"]);
});

test("nothing is looked for after one has left", () => {
  const typing = new Typing();
  const action = vi.fn();
  typing.rest(action);
  typing.stop();
  vi.advanceTimersByTime(REST);
  expect(action).not.toHaveBeenCalled();
});
