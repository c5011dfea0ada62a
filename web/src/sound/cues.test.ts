import { expect, test } from "vitest";
import { event } from "../testing/events";
import { cuesOf } from "./cues";

test("each event is heard at its part of the beat", () => {
  const events = [
    event("conquered", { seat: 0, region: 4, tokens: 3 }),
    event("scored", { seat: 0, coins: 7 }),
  ];
  expect(cuesOf({ what: "acted", events, duration: 1000 })).toEqual([
    { sound: "conquest", at: 0, count: 3 },
    { sound: "coin", at: 500, count: 7 },
  ]);
});

test("a die rolls before it lands, and lands while it is shown", () => {
  const events = [event("rolled", { seat: 1, die: 2 })];
  const [roll, land] = cuesOf({ what: "acted", events, duration: 400 });
  expect(roll?.sound).toBe("roll");
  expect(land?.sound).toBe("land");
  expect(land?.at).toBeGreaterThan(0);
  expect(land?.at).toBeLessThan(400);
});

test("a crowd of tokens that come at once is heard once", () => {
  const events = [1, 2, 3].map((region) => event("deployed", { region, tokens: 1 }));
  expect(cuesOf({ what: "acted", events, duration: 0 })).toHaveLength(1);
  expect(cuesOf({ what: "acted", events, duration: 900 })).toHaveLength(3);
});

test("what is taken back has its own sound, whatever it was", () => {
  const events = [event("conquered")];
  expect(cuesOf({ what: "undone", events, duration: 300 })).toEqual([{ sound: "undo", at: 0, count: 1 }]);
});

test("what makes no sound is silent", () => {
  expect(cuesOf({ what: "acted", events: [event("banner_returned")], duration: 300 })).toEqual([]);
});
