import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { toasts } from "./toasts.svelte";

describe("notices", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    for (const { id } of toasts.notices) toasts.dismiss(id);
    vi.useRealTimers();
  });

  it("go by themselves", () => {
    toasts.tell("It is copied.");
    expect(toasts.notices.map(({ text }) => text)).toEqual(["It is copied."]);
    vi.runAllTimers();
    expect(toasts.notices).toEqual([]);
  });

  it("stay until they are read if something went wrong", () => {
    toasts.complain(new Error("The table is full."));
    vi.runAllTimers();
    expect(toasts.notices.map(({ tone }) => tone)).toEqual(["trouble"]);
  });

  it("say the same trouble once", () => {
    toasts.complain(new Error("The table is full."));
    toasts.complain(new Error("The table is full."));
    expect(toasts.notices).toHaveLength(1);
  });
});
