import { expect, test } from "vitest";
import type { Context } from "./context";
import type { Event, View } from "../api/kinds";
import { pastStep, type Step } from "../core/table/step";
import { event } from "../testing/events";
import { line } from "../testing/game";
import { captionOf } from "./caption";

const context: Context = {
  view: {
    map: "m",
    regions: [1, 2, 3].map((number) => ({ number, label: String(number) })),
  } as unknown as View,
  box: { races: [], powers: [], maps: [] },
  names: ["Ann", "Bob"],
};
const step = (seat: number | null, events: Event[]): Step => ({ ...pastStep(line(1, events)), seat });
const conquered = event("conquered", { seat: 1, race: "giants", region: 2, tokens: 3 });
const scored = event("scored", { seat: 1, coins: 4, parts: [] });

test("who goes in decline is said, with what it brought", () => {
  const declined = event("declined", { seat: 1, race: "giants" });
  expect(captionOf(context, step(1, [declined, event("vanished", { race: "elves" }), scored]), [0])).toBe(
    "Bob puts the Giants in decline. Bob scores 4 coins.",
  );
});

test("a region that one loses is told as one's own loss", () => {
  const lost = event("driven_out", { seat: 0, race: "orcs", region: 2, lost: 1, withdrawn: 1 });
  expect(captionOf(context, step(1, [lost, conquered]), [0])).toBe("You lose region 2 to Bob.");
  expect(captionOf(context, step(1, [lost, conquered]), [])).toBe(
    "Bob conquers region 2 with 3 tokens of the Giants.",
  );
});

test("nobody is told what they did themselves, nor every token that is put down", () => {
  expect(captionOf(context, step(1, [conquered]), [1])).toBeNull();
  expect(
    captionOf(context, step(1, [event("deployed", { race: "giants", region: 2, tokens: 1 })]), [0]),
  ).toBeNull();
});
