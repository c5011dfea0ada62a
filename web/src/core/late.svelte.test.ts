import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lasting, late, lateness } from "./late.svelte";

const FRAME = 16;

beforeEach(() => {
  vi.useFakeTimers();
  lateness.isOn = true;
});

afterEach(() => {
  vi.useRealTimers();
  lateness.isOn = false;
});

test("a late value changes after so many frames, and is then the newest there is", () => {
  let known = $state(1);
  const end = $effect.root(() => {
    const shown = late(() => known, 2);
    flushSync();
    expect(shown()).toBe(1);
    known = 2;
    flushSync();
    vi.advanceTimersByTime(FRAME);
    expect(shown()).toBe(1);
    known = 3;
    flushSync();
    vi.advanceTimersByTime(FRAME + 2);
    expect(shown()).toBe(3);
  });
  end();
});

test("a page that is not seen has no frames, and late values change all the same", () => {
  vi.stubGlobal("requestAnimationFrame", () => 0);
  let known = $state(1);
  const end = $effect.root(() => {
    const shown = late(() => known, 1);
    flushSync();
    known = 2;
    flushSync();
    vi.advanceTimersByTime(1_000);
    expect(shown()).toBe(2);
  });
  end();
  vi.unstubAllGlobals();
});

test("what is over soon is not lasting, what goes on is", () => {
  let isBusy = $state(true);
  const end = $effect.root(() => {
    const isLasting = lasting(() => isBusy);
    flushSync();
    vi.advanceTimersByTime(200);
    isBusy = false;
    flushSync();
    vi.advanceTimersByTime(1_000);
    expect(isLasting()).toBe(false);
    isBusy = true;
    flushSync();
    vi.advanceTimersByTime(1_000);
    expect(isLasting()).toBe(true);
    isBusy = false;
    flushSync();
    expect(isLasting()).toBe(false);
  });
  end();
});
