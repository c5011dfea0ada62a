import { describe, expect, test } from "vitest";
import { MisfitError, patched, reconciled } from "./patches";

const STATE = {
  view: { regions: [{ tokens: 1 }, { tokens: 2 }], peace: [] as number[][] },
  decision: { seat: 0 } as { seat: number } | null,
  left: [1, 2],
};

describe("a patch", () => {
  test("changes what it names, and the rest keeps its identity", () => {
    const after = patched(STATE, { view: { regions: { "1": { tokens: 5 } } } });
    expect(after.view.regions).toEqual([{ tokens: 1 }, { tokens: 5 }]);
    expect(after.view.regions[0]).toBe(STATE.view.regions[0]);
    expect(after.decision).toBe(STATE.decision);
    expect(STATE.view.regions[1]).toEqual({ tokens: 2 });
  });

  test("replaces a whole object, a list, and by nothing", () => {
    expect(patched(STATE, { decision: { "=": { seat: 3 } } }).decision).toEqual({ seat: 3 });
    expect(patched(STATE, { left: [9] }).left).toEqual([9]);
    expect(patched(STATE, { decision: null }).decision).toBeNull();
  });

  test("that names nothing is the same state", () => {
    expect(patched(STATE, {})).toBe(STATE);
  });

  test("made for another state is refused, not guessed", () => {
    expect(() => patched(STATE, { view: { regions: { "7": { tokens: 1 } } } })).toThrow(MisfitError);
    expect(() => patched({ ...STATE, decision: null }, { decision: { seat: 1 } })).toThrow(MisfitError);
    expect(() => patched(STATE, { missing: { seat: 1 } })).toThrow(MisfitError);
  });
});

describe("a whole state that comes anew", () => {
  test("keeps every part that is equal", () => {
    const anew = structuredClone(STATE);
    anew.view.regions[1] = { tokens: 7 };
    const after = reconciled(STATE, anew);
    expect(after.view.regions[0]).toBe(STATE.view.regions[0]);
    expect(after.view.regions[1]).toEqual({ tokens: 7 });
    expect(after.left).toBe(STATE.left);
  });

  test("is the old one if nothing differs", () => {
    expect(reconciled(STATE, structuredClone(STATE))).toBe(STATE);
  });

  test("may have more or fewer fields and entries", () => {
    expect(reconciled<unknown>({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 });
    expect(reconciled<unknown>([1, 2], [1])).toEqual([1]);
    expect(reconciled<unknown>([1], { 0: 1 })).toEqual({ 0: 1 });
  });
});
