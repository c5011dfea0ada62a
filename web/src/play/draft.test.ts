import { describe, expect, it } from "vitest";
import type { SpreadForm } from "../api/kinds";
import { choiceForm, spreadForm } from "../testing/forms";
import { draftOf, Selection, Spread } from "./draft.svelte";

const label = (region: number): string => `R${region}`;

describe("a draft", () => {
  it("is what the form of the decision asks for, and none if one action answers it", () => {
    expect(draftOf(spreadForm("withdraw", [1], 1))).toBeInstanceOf(Spread);
    expect(draftOf(choiceForm("leave", [1]))).toBeInstanceOf(Selection);
    expect(draftOf(null)).toBeNull();
    expect(draftOf(undefined)).toBeNull();
  });
});

describe("pieces that are spread", () => {
  const spread = (more: Partial<SpreadForm> = {}): Spread =>
    new Spread(spreadForm("redeploy", [5, 2, 9], 4, { standing: [1, 0, 2], ...more }));
  const added = (draft: Spread): number[] => draft.regions.map((region) => draft.addedTo(region));

  it("begin as the form suggests, which is no step of one's own", () => {
    const draft = spread({ suggestion: [3, 1, 0] });
    expect(added(draft)).toEqual([3, 1, 0]);
    expect(draft.regions.map((region) => draft.countIn(region))).toEqual([4, 1, 2]);
    expect([draft.left, draft.isTouched, draft.back()]).toEqual([0, false, false]);
  });

  it("must all be placed only if the form says so", () => {
    const whole = spread({ suggestion: [3, 0, 0] });
    expect(whole.isReady).toBe(false);
    whole.more(2);
    expect(whole.isReady).toBe(true);
    expect(spread({ must_place_all: false }).isReady).toBe(true);
  });

  it("go nowhere else than where the form says", () => {
    const draft = spread();
    draft.tap(7);
    draft.more(7);
    draft.set(new Map([[7, 2]]));
    expect(draft.left).toBe(4);
    draft.more(5);
    draft.move(5, 7);
    expect(added(draft)).toEqual([1, 0, 0]);
  });

  it("are never more in a region than there is room, nor more than there are", () => {
    const draft = spread({ room: [2, 0, 4], suggestion: [4, 4, 4] });
    expect(added(draft)).toEqual([2, 0, 2]);
    draft.reset();
    for (let taps = 0; taps < 3; taps += 1) draft.tap(5);
    draft.more(2);
    expect(added(draft)).toEqual([2, 0, 0]);
    expect([draft.roomIn(5), draft.roomIn(2), draft.roomIn(9)]).toEqual([0, 0, 2]);
    draft.more(9);
    draft.move(9, 5);
    draft.move(9, 2);
    expect(added(draft)).toEqual([2, 0, 1]);
    draft.set(
      new Map([
        [5, 9],
        [9, 9],
      ]),
    );
    expect(added(draft)).toEqual([2, 0, 2]);
  });

  it("go where the fewest stand if they are spread evenly, as far as there is room", () => {
    const draft = spread();
    draft.spread();
    expect(added(draft)).toEqual([2, 2, 0]);
    const narrow = spread({ room: [4, 1, 4] });
    narrow.spread();
    expect(added(narrow)).toEqual([2, 1, 1]);
  });

  it("go where opponents could attack, or anywhere if they could nowhere; what finds no room stays in hand", () => {
    const draft = spread({ exposed: [9], room: [4, 4, 3] });
    draft.strengthen();
    expect([...added(draft), draft.left]).toEqual([0, 0, 3, 1]);
    const safe = spread();
    safe.strengthen();
    expect(added(safe)).toEqual([2, 2, 0]);
  });

  it("know how they stood before only if the form tells it", () => {
    expect(spread().before).toBeNull();
    expect([...(spread({ before: [3, 0, 1] }).before ?? [])]).toEqual([
      [5, 3],
      [2, 0],
      [9, 1],
    ]);
  });

  it("are taken up by a tap when none is left, and put down by the next one", () => {
    const draft = spread({ suggestion: [4, 0, 0] });
    draft.tap(2);
    expect(draft.source).toBeNull();
    draft.tap(5);
    expect(draft.source).toBe(5);
    draft.tap(5);
    expect(draft.source).toBeNull();
    draft.tap(5);
    for (let taps = 0; taps < 4; taps += 1) draft.tap(9);
    expect(added(draft)).toEqual([0, 0, 4]);
    expect(draft.source).toBeNull();
  });

  it("go back step by step", () => {
    const draft = spread({ suggestion: [3, 1, 0] });
    draft.less(5);
    draft.more(9);
    expect(draft.isTouched).toBe(true);
    expect(draft.back()).toBe(true);
    expect(added(draft)).toEqual([2, 1, 0]);
    expect(draft.back()).toBe(true);
    expect(added(draft)).toEqual([3, 1, 0]);
    expect(draft.isTouched).toBe(false);
  });

  it("are sent as totals of all regions, or as what was added where anything was", () => {
    expect(spread({ says_totals: true, suggestion: [3, 1, 0] }).actions(label)).toEqual([
      "redeploy R5:4 R2:1 R9:2",
    ]);
    expect(spread({ verb: "withdraw", suggestion: [3, 0, 1] }).actions(label)).toEqual([
      "withdraw R5:3 R9:1",
    ]);
  });

  it("are sent as the form's word for none if none was placed", () => {
    const draft = spread({ verb: "encamp", must_place_all: false, none: "done", suggestion: [1, 0, 0] });
    expect(draft.actions(label)).toEqual(["encamp R5:1"]);
    draft.reset();
    expect(draft.isEmpty).toBe(true);
    expect(draft.actions(label)).toEqual(["done"]);
  });
});

describe("regions that are chosen", () => {
  it("begin as the form suggests, which is no step of one's own", () => {
    const draft = new Selection(choiceForm("station", [1, 2, 3], { min: 2, max: 2, suggestion: [3, 1] }));
    expect([...draft.chosen]).toEqual([3, 1]);
    expect([draft.isReady, draft.isTouched, draft.back()]).toEqual([true, false, false]);
  });

  it("are as many as the form asks for; the one that was chosen first goes", () => {
    const draft = new Selection(choiceForm("station", [1, 2, 3], { min: 2, max: 2 }));
    draft.tap(3);
    expect([draft.left, draft.isReady]).toEqual([1, false]);
    draft.tap(1);
    draft.tap(2);
    expect([...draft.chosen]).toEqual([1, 2]);
    expect([draft.left, draft.isReady]).toEqual([0, true]);
  });

  it("are only those of the form, and a second tap lets go of one", () => {
    const draft = new Selection(choiceForm("leave", [1, 2], { min: 1 }));
    draft.tap(7);
    expect(draft.isTouched).toBe(false);
    draft.tap(1);
    draft.tap(1);
    expect(draft.chosen.size).toBe(0);
  });

  it("go back step by step", () => {
    const draft = new Selection(choiceForm("abandon", [1, 2]));
    draft.tap(1);
    draft.tap(2);
    expect(draft.back()).toBe(true);
    expect([...draft.chosen]).toEqual([1]);
    expect(draft.back()).toBe(true);
    expect(draft.isTouched).toBe(false);
  });

  it("are sent in the order of the map, with what follows as a second action", () => {
    const draft = new Selection(choiceForm("abandon", [1, 2, 12], { then: "expand" }));
    expect(draft.actions(label)).toEqual(["expand"]);
    draft.tap(12);
    draft.tap(2);
    expect(draft.actions(label)).toEqual(["abandon R2 R12", "expand"]);
  });

  it("are sent as the form's word for none if none was chosen", () => {
    const draft = new Selection(choiceForm("fortify", [1, 2], { max: 1, none: "done" }));
    expect(draft.isReady).toBe(true);
    expect(draft.actions(label)).toEqual(["done"]);
    draft.tap(2);
    expect(draft.actions(label)).toEqual(["fortify R2"]);
  });
});
