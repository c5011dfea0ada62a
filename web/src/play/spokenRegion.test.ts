import { expect, test } from "vitest";
import { region } from "../testing/scene";
import type { Named } from "../board/occupants";
import type { Box } from "../api/kinds";
import { spokenRegion } from "./spokenRegion";

const GROUND = Array.from({ length: 12 }, (_, at) => ({
  number: at + 1,
  terrain: "hill",
  symbols: ["cavern"],
}));
const BOX = { races: [], powers: [], maps: [{ id: "m", regions: GROUND }] } as unknown as Box;

const PLAIN: Named = {
  region: region(12),
  map: "m",
  box: BOX,
  player: "",
  tokens: 0,
  markers: {},
  target: null,
  isChosen: false,
  isSending: false,
};
const TARGET = { region: 12, action: "conquer 12", price: 4, chance: null, tone: "take" } as const;

test("an empty region is told by its number and its ground", () => {
  expect(spokenRegion(PLAIN)).toBe("Region 12, hill, cavern");
});

test("a region of the box is told by its name and number", () => {
  expect(spokenRegion({ ...PLAIN, map: "2-players" })).toMatch(/^Goose Common \(12\), /);
});

test("who holds it, with what, and what it costs is told in one name", () => {
  const held = region(12, { owner: 1, race: "orcs", tokens: 3 });
  const named = {
    ...PLAIN,
    region: held,
    player: "Bob",
    tokens: 3,
    markers: { fortress: 1 },
    target: TARGET,
  };
  expect(spokenRegion(named)).toBe("Region 12, hill, cavern; Bob: 3 Orcs, fortress; costs 4");
});

test("a draft is told instead of what stands there", () => {
  const held = region(12, { owner: 0, race: "orcs", tokens: 3 });
  expect(spokenRegion({ ...PLAIN, region: held, player: "Ann", tokens: 5 })).toContain("Ann: 5 Orcs");
});

test("a race in decline, several markers and a lost tribe are told", () => {
  const held = region(12, { owner: 1, race: "orcs", tokens: 1, in_decline: true });
  expect(spokenRegion({ ...PLAIN, region: held, player: "Bob", tokens: 1 })).toContain(
    "Bob: 1 Orc, in decline",
  );
  expect(spokenRegion({ ...PLAIN, markers: { encampment: 2 } })).toContain("encampment × 2");
  expect(spokenRegion({ ...PLAIN, region: region(12, { lost_tribe: true }) })).toContain("lost tribe");
});

test("the chance of a final attempt is told in per cent", () => {
  const named = { ...PLAIN, target: { ...TARGET, chance: 1 / 6, tone: "risk" as const } };
  expect(spokenRegion(named)).toContain("costs 4, with the die: 17 per cent");
});

test("a region that is chosen or being sent says so", () => {
  expect(spokenRegion({ ...PLAIN, isChosen: true, isSending: true })).toBe(
    "Region 12, hill, cavern; chosen; being sent",
  );
});
