import { expect, test } from "vitest";
import type { Box, MapInfo, Piece } from "../../api/kinds";
import { planFor, trialOf, wholeGameOf } from "./playing";

const piece = (id: string, tokens_of: string | null = null): Piece => ({ id, tokens_of }) as Piece;
const EMPTY: Box = { races: [], powers: [], maps: [] };
const BASE: Box = {
  ...EMPTY,
  races: ["orcs", "elves", "ratmen", "trolls", "giants", "humans", "dwarves"].map((id) => piece(id)),
  powers: ["hill", "swamp", "flying", "stout", "heroic", "forest", "berserk"].map((id) => piece(id)),
};

function column(plan: { position?: string }): string[] {
  return /column (.*)/.exec(plan.position ?? "")?.[1]?.split(" | ") ?? [];
}

const leftOutOf = (plan: { options?: string }): string[] =>
  /left_out=(\S*)/.exec(plan.options ?? "")?.[1]?.split(",") ?? [];

test("an own race and an own power lie on top together", () => {
  const own = { ...EMPTY, races: [piece("gnomes", "ratmen")], powers: [piece("lucky")] };
  const found = column(planFor("text", own, BASE, "normal"));
  expect(found[0]).toBe("lucky gnomes");
  expect(found).toHaveLength(6);
});

test("the race that lends its tokens stays in the box, and nothing lies there twice", () => {
  const own = { ...EMPTY, races: [piece("gnomes", "ratmen")] };
  const words = column(planFor("text", own, BASE, "normal")).flatMap((combo) => combo.split(" "));
  expect(words).not.toContain("ratmen");
  expect(new Set(words).size).toBe(words.length);
});

test("an own power gets a race of the box", () => {
  const found = column(planFor("text", { ...EMPTY, powers: [piece("lucky")] }, BASE, "normal"));
  expect(found[0]).toMatch(/^lucky \w+$/);
});

test("a map is played by as many as it is made for", () => {
  const plan = planFor("text", { ...EMPTY, maps: [{ id: "islands", players: 3 } as MapInfo] }, BASE, "easy");
  expect(plan).toEqual({ players: 3, map: "islands", content: ["text"], computers: ["easy", "easy"] });
});

test("a whole game leaves out most of the box, so that what is own comes up, and is no position", () => {
  const races = Array.from({ length: 14 }, (_, at) => piece(`race${at}`));
  const own = { ...EMPTY, races: [piece("gnomes", "race3"), piece("race5")] };
  const plan = wholeGameOf("text", own, { ...BASE, races }, "easy");
  const leftOut = leftOutOf(plan);
  expect(plan).toMatchObject({ players: 2, content: ["text"], computers: ["easy"] });
  expect(plan).not.toHaveProperty("position");
  // Five of the box and both of one's own are in.
  expect(new Set(leftOut).size).toBe(7);
  expect(leftOut.filter((id) => ["race3", "race5", "gnomes"].includes(id))).toEqual([]);
  expect(leftOut.every((id) => id.startsWith("race"))).toBe(true);
});

test("one race or power of one's own lies in the column from the start, and its player picks first", () => {
  const fourteen = Array.from({ length: 14 }, (_, at) => piece(`piece${at}`));
  const race = wholeGameOf(
    "text",
    { ...EMPTY, races: [piece("gnomes")] },
    { ...BASE, races: fourteen },
    "easy",
  );
  const power = wholeGameOf(
    "text",
    { ...EMPTY, powers: [piece("lucky")] },
    { ...BASE, powers: fourteen },
    "easy",
  );
  for (const plan of [race, power]) {
    // With one's own, six are in: as many as lie open.
    expect(fourteen.length - leftOutOf(plan).length + 1).toBe(6);
    expect(plan.options).toContain(" first_player=P1");
  }
});

test("a whole game on a map has everything of the box", () => {
  const own = { ...EMPTY, maps: [{ id: "islands", players: 3 } as MapInfo] };
  expect(wholeGameOf("text", own, BASE, "easy")).toEqual(planFor("text", own, BASE, "easy"));
});

test("a piece is tried on the position that the server made for it, at a table that says so", () => {
  const gnomes = { ...piece("gnomes"), trial: "map 2-players" };
  expect(trialOf("text", gnomes, "Trial: Gnomes", "easy")).toEqual({
    players: 2,
    content: ["text"],
    position: "map 2-players",
    computers: ["easy"],
    title: "Trial: Gnomes",
  });
  expect(trialOf("text", gnomes, "x".repeat(99), "easy")?.title).toHaveLength(60);
  expect(trialOf("text", { ...gnomes, trial: null }, "Trial", "easy")).toBeNull();
});
