import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ARTISTS } from "./artists";

test("every icon that the emblems take is credited to one artist, and none besides", () => {
  const source = readFileSync("tools/emblems.ts", "utf8");
  const taken = [...source.matchAll(/^ {2}\w+: "([a-z0-9-]+)",$/gm)].map((match) => match[1]).sort();
  const own = JSON.parse(readFileSync("../src/elbowroom/content/base/emblems.json", "utf8")) as Record<
    string,
    string
  >;
  expect(taken.length).toBeGreaterThan(30);
  expect(ARTISTS.flatMap((artist) => artist.icons).sort()).toEqual([...taken, ...Object.values(own)].sort());
});
