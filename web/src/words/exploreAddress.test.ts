import { expect, test } from "vitest";
import { exploreAddress, exploredAt, momentOfPick, pickIn } from "./exploreAddress";

test("a combo, a race and a special power have addresses that lead back to them", () => {
  for (const explored of [
    { race: "orcs", power: "flying" },
    { race: "orcs", power: null },
    { race: null, power: "dragon_master" },
  ]) {
    const address = exploreAddress(3, explored);
    expect(exploredAt(address?.replace("/explore/", "") ?? "")).toEqual({ players: 3, explored });
  }
  expect(exploreAddress(3, { race: "orcs", power: null })).toBe("/explore/3/orcs/-");
});

test("what is not in the box has none, and neither has a number of players without a map", () => {
  expect(exploreAddress(2, { race: "gnomes", power: "flying" })).toBeNull();
  expect(exploreAddress(2, { race: "orcs", power: "knitting" })).toBeNull();
  expect(exploreAddress(6, { race: "orcs", power: "flying" })).toBeNull();
  expect(exploreAddress(2, { race: null, power: null })).toBeNull();
});

test("without anything behind it the overview for two is meant, and nonsense leads nowhere", () => {
  expect(exploredAt("")).toEqual({ players: 2, explored: null });
  expect(exploredAt("4")).toEqual({ players: 4, explored: null });
  for (const rest of ["6", "orcs", "2/gnomes/-", "2/orcs/flying/more", "2.5"])
    expect(exploredAt(rest)).toBeNull();
});

test("a moment of a game may be asked for by what is picked there", () => {
  for (const explored of [
    { race: "orcs", power: "flying" },
    { race: null, power: "dragon_master" },
  ]) {
    expect(pickIn(new URLSearchParams(momentOfPick(explored)))).toEqual(explored);
  }
  expect(pickIn(new URLSearchParams("?at=1"))).toBeNull();
});
