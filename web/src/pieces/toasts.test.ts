import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Refusal } from "../core/http/refusal";
import { speak } from "../words/words";
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

  it("say what went wrong in the language that is spoken", async () => {
    vi.useRealTimers();
    toasts.complain(new Refusal({ code: "banned", params: { why: "-" }, reason: "" }));
    await speak("de");
    expect(toasts.notices.at(-1)?.text).toBe("Du darfst hier nur zuschauen (Grund: -).");
    await speak("en");
  });

  it("say the same trouble once", () => {
    toasts.complain(new Error("The table is full."));
    toasts.complain(new Error("The table is full."));
    expect(toasts.notices).toHaveLength(1);
  });
});
