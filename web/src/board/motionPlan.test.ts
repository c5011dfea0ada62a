import { expect, test } from "vitest";
import { event, part } from "../testing/events";
import { step, LAYOUT, player, race, region, view } from "../testing/scene";
import { plan, regionsIn, type Motion } from "./motionPlan";

const ORCS = view({
  players: [
    player(0, { active: race("orcs", [1, 4], { hand: 5 }) }),
    player(1, { active: race("elves", [3]) }),
  ],
  regions: [
    region(1, { owner: 0, race: "orcs", tokens: 2 }),
    region(2),
    region(3, { owner: 1, race: "elves", tokens: 2 }),
    region(4, { owner: 0, race: "orcs", tokens: 1 }),
  ],
});
const EMPTY = view({ players: [player(0, { active: race("orcs", [], { hand: 5 }) }), player(1)] });
const CONQUERED = event("conquered", { seat: 0, race: "orcs", region: 3, tokens: 4 });

function only<Kind extends Motion["kind"]>(motions: Motion[], kind: Kind): Extract<Motion, { kind: Kind }>[] {
  return motions.filter((each): each is Extract<Motion, { kind: Kind }> => each.kind === kind);
}

test("conquering tokens come from the nearest region of their race", () => {
  const [travel] = only(plan(step([CONQUERED], ORCS, ORCS), LAYOUT), "travel");
  expect(travel).toMatchObject({
    race: "orcs",
    owner: 0,
    count: 4,
    from: { at: "region", region: 4 },
    to: { at: "region", region: 3 },
  });
});

test("one looks where something happens on the map, not where coins come from", () => {
  const scored = event("scored", { seat: 1, parts: [part("elves", "regions", 1)], coins: 1 });
  expect(new Set(regionsIn(plan(step([CONQUERED, scored], ORCS, ORCS), LAYOUT)))).toEqual(new Set([3]));
  const declined = event("declined", { seat: 0, race: "orcs" });
  expect(regionsIn(plan(step([declined], ORCS, ORCS), LAYOUT))).toEqual([1, 4]);
});

test("the first tokens of a race come from the hand", () => {
  const [travel] = only(plan(step([CONQUERED], EMPTY, EMPTY), LAYOUT), "travel");
  expect(travel?.from).toEqual({ at: "hand", seat: 0 });
});

test("a conquered region is coloured from where the attack came, and its tokens settle when they have arrived", () => {
  const motions = plan(step([CONQUERED], ORCS, ORCS), LAYOUT);
  const [travel, settle] = [only(motions, "travel")[0], only(motions, "settle")[0]];
  expect(only(motions, "spread")[0]).toMatchObject({ region: 3, from: { at: "region", region: 4 } });
  expect(settle?.start).toBe((travel?.start ?? NaN) + (travel?.length ?? NaN));
});

test("the defeated fly to their owner while the others come", () => {
  const driven = event("driven_out", { seat: 1, race: "elves", region: 3, lost: 1, withdrawn: 1 });
  const [defeated, attack] = only(plan(step([driven, CONQUERED], ORCS, ORCS), LAYOUT), "travel");
  expect(defeated).toMatchObject({ race: "elves", count: 2, to: { at: "hand", seat: 1 } });
  expect(defeated?.start).toBe(attack?.start);
});

test("each scoring region gives its coins, what a badge adds comes from the player, and the count runs to the sum", () => {
  const parts = [part("orcs", "regions", 2), part("orcs", "forest", 1, "forest")];
  const motions = plan(step([event("scored", { seat: 0, coins: 3, parts })], ORCS, ORCS), LAYOUT);
  expect(only(motions, "coin").map(({ from }) => from)).toEqual([
    { at: "region", region: 1 },
    { at: "region", region: 4 },
    { at: "hand", seat: 0 },
  ]);
  expect(only(motions, "coin").every(({ to }) => to.at === "purse" && to.seat === 0)).toBe(true);
  expect(only(motions, "count")).toMatchObject([{ seat: 0, coins: 3 }]);
});

test("a decline turns the counters one after the other, from left to right", () => {
  const turns = only(plan(step([event("declined", { seat: 0, race: "orcs" })], ORCS, ORCS), LAYOUT), "turn");
  expect(turns.map(({ region: number }) => number)).toEqual([1, 4]);
  expect(turns[1]?.start).toBeGreaterThan(turns[0]?.start ?? NaN);
});

test("tokens are gathered into the hand and deployed from it", () => {
  const events = [
    event("gathered", { race: "orcs", taken: [{ region: 1, tokens: 1 }], tokens: 1 }),
    event("deployed", { race: "orcs", region: 4, tokens: 1 }),
  ];
  const [gathered, deployed] = only(plan(step(events, ORCS, ORCS), LAYOUT), "travel");
  expect(gathered).toMatchObject({
    from: { at: "region", region: 1 },
    to: { at: "hand", seat: 0 },
    count: 1,
  });
  expect(deployed).toMatchObject({
    from: { at: "hand", seat: 0 },
    to: { at: "region", region: 4 },
    count: 1,
  });
});

test("an abandoned region is told by what stood there before", () => {
  const [travel] = only(
    plan(step([event("abandoned", { seat: 0, region: 1 })], ORCS, EMPTY), LAYOUT),
    "travel",
  );
  expect(travel).toMatchObject({ race: "orcs", count: 2, from: { at: "region", region: 1 } });
});

test("a picked combo brings its tokens and the coins that lay on it", () => {
  const picked = event("picked", { seat: 1, race: "elves", power: "flying", paid: 2, gained: 2, tokens: 11 });
  const column = ["orcs", "elves"].map((race) => ({ race, power: "flying", price: 0, coins: 0, tokens: 9 }));
  const motions = plan(step([picked], { ...EMPTY, column }, EMPTY), LAYOUT);
  expect(only(motions, "travel")[0]).toMatchObject({ count: 11, from: { at: "column", slot: 1 } });
  expect(only(motions, "coin")).toHaveLength(2);
});

test("the die rolls, lost tribes flee, markers drop", () => {
  const events = [
    event("rolled", { seat: 0, die: 2, region: 3 }),
    event("tribe_removed", { region: 3 }),
    CONQUERED,
    event("marker_placed", { marker: "lair", region: 3 }),
  ];
  const kinds = plan(step(events, ORCS, ORCS), LAYOUT).map(({ kind }) => kind);
  expect(kinds).toEqual(["roll", "flee", "travel", "spread", "settle", "drop"]);
});

test("everything is over when the step is, and no piece is longer than 400 ms on its way", () => {
  const events = [CONQUERED, event("scored", { seat: 0, coins: 2, parts: [part("orcs", "regions", 2)] })];
  const motions = plan(step(events, ORCS, ORCS, 1450), LAYOUT);
  for (const { kind, start, length } of motions) {
    expect(start + length).toBeLessThanOrEqual(1450);
    if (kind !== "count") expect(length).toBeLessThan(400);
  }
});

test("a faster pace shortens everything alike", () => {
  const [slow, fast] = [1000, 450].map((duration) => plan(step([CONQUERED], ORCS, ORCS, duration), LAYOUT));
  expect(fast?.[0]?.length).toBeCloseTo((slow?.[0]?.length ?? NaN) * 0.45);
});

test("nothing moves at no pace", () => {
  expect(plan(step([CONQUERED], ORCS, ORCS, 0), LAYOUT)).toEqual([]);
});
