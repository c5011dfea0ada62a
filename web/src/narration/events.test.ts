import { afterEach, expect, test } from "vitest";
import type { Event, View } from "../api/kinds";
import { event, everyEvent, part } from "../testing/events";
import { languages, speak } from "../words/words";
import type { Context } from "./context";
import { pastStep } from "../core/table/step";
import { line } from "../testing/game";
import { captionOf } from "./caption";
import { Chronicle } from "./chronicle.svelte";
import { eventLines, eventText, deedsFirst, summary } from "./events";
import { sinceMine } from "./since";

const regions = [1, 2, 3].map((number) => ({ number, label: String(number) }));
const players = [{ seat: 0, active: { race: "orcs" }, declined: [] }];
const context: Context = {
  view: { map: "2-players", regions, players } as unknown as View,
  box: { races: [], powers: [], maps: [] },
  names: ["Ann", "Bob"],
};

const conquered = (region: number): Event => event("conquered", { seat: 0, race: "orcs", region, tokens: 2 });
const deployed = (region: number, tokens = 1): Event => event("deployed", { race: "orcs", region, tokens });

afterEach(() => speak("en"));

test.each(languages)(
  "every event is told in $name with everything that its sentence asks for",
  async ({ code }) => {
    await speak(code);
    for (const each of everyEvent()) {
      for (const number of [0, 1, 2, 21]) {
        const counted = Object.keys(each).filter((name) =>
          /tokens|coins|paid|gained|lost|withdrawn|die/.test(name),
        );
        const told = { ...each, ...Object.fromEntries(counted.map((name) => [name, number])) } as Event;
        for (const text of [eventText(context, told), ...summary(context, [told, told])]) {
          expect(text).toMatch(/^[^{}]+\.$/);
        }
      }
    }
  },
);

test("tokens that go to several regions one by one are one line", () => {
  expect(eventLines(context, [deployed(1), deployed(1), deployed(3, 2)])).toEqual([
    "The Orcs spread out: 2 more in Gull Bay (1) and 2 more in Pickaxe Wood (3).",
  ]);
});

test("one who listens hears of all conquests in one sentence", () => {
  expect(
    summary(context, [conquered(1), event("tribe_removed", { region: 2 }), conquered(2), conquered(3)]),
  ).toEqual(["Ann conquers Gull Bay (1), Humming Meadow (2) and Pickaxe Wood (3) with the Orcs."]);
});

test("the die and what came of it are told", () => {
  const events = [event("rolled", { seat: 0, die: 2, region: 3 }), conquered(3)];
  expect(summary(context, events)).toEqual([
    "Ann rolls the die: 2.",
    "Ann conquers Pickaxe Wood (3) with 2 tokens of the Orcs.",
  ]);
});

test("a redeployment is one short sentence", () => {
  const events = [event("gathered", { race: "orcs", tokens: 4 }), deployed(1), deployed(2), deployed(2)];
  expect(summary(context, events)).toEqual(["Ann redeploys."]);
});

test("a region of a map that is not in the box is called by its label", () => {
  const own = [{ number: 1, label: "moor" }];
  const elsewhere = { ...context, view: { map: "isle", regions: own, players } as unknown as View };
  expect(eventLines(elsewhere, [conquered(1)])).toEqual([
    "Ann conquers region moor with 2 tokens of the Orcs.",
  ]);
});

test("the log leaves nothing out", () => {
  expect(eventLines(context, [event("tribe_removed", { region: 2 }), conquered(2)])).toHaveLength(2);
});

const placed = (marker: string, region: number): Event => event("marker_placed", { marker, region });

test("markers are told with their number and where they stand", () => {
  expect(eventLines(context, [placed("hero", 1), placed("hero", 3)])).toEqual([
    "Heroes stand in Gull Bay (1) and Pickaxe Wood (3).",
  ]);
  expect(eventLines(context, [placed("encampment", 2)])).toEqual([
    "An encampment stands in Humming Meadow (2).",
  ]);
  expect(eventLines(context, [placed("burrow", 2)])).toEqual(["New in Humming Meadow (2): burrow."]);
});

test("coins and tokens have their unit, in the singular too", () => {
  const picked = (paid: number, gained: number): Event =>
    event("picked", { seat: 0, race: "orcs", power: "hill", paid, gained, tokens: 9 });
  expect(eventLines(context, [picked(0, 0), picked(1, 2), picked(3, 1)])).toEqual([
    "Ann picks Hill Orcs for free and gets 9 tokens.",
    "Ann picks Hill Orcs for 1 coin and gets 9 tokens. Ann also takes the 2 coins lying on it.",
    "Ann picks Hill Orcs for 3 coins and gets 9 tokens. Ann also takes the coin lying on it.",
  ]);
  expect(eventLines(context, [event("conquered", { seat: 0, race: "orcs", region: 2, tokens: 1 })])).toEqual([
    "Ann conquers Humming Meadow (2) with 1 token of the Orcs.",
  ]);
});

test("who pays coins is told by race and special power", () => {
  const parts = [
    part("orcs", "regions", 3),
    part("orcs", "region", 3, "merchant"),
    part("orcs", "non_empty_conquest", 1),
    part("elves", "regions", 2, "elves", true),
  ];
  expect(eventLines(context, [event("scored", { seat: 0, coins: 9, parts })])).toEqual([
    "Ann scores 9 coins: regions 3, Merchant 3, Orcs 1, Elves in decline 2.",
  ]);
  const plain = [part("orcs", "regions", 3)];
  expect(eventLines(context, [event("scored", { seat: 0, coins: 3, parts: plain })])).toEqual([
    "Ann scores 3 coins.",
  ]);
});

test("whose race lost a region is told by name, and what became of the tokens", () => {
  const lost = (tokens: number, withdrawn: number): Event =>
    event("driven_out", { seat: 1, race: "elves", region: 2, lost: tokens, withdrawn });
  expect(eventLines(context, [lost(1, 2), lost(0, 3), lost(1, 0)])).toEqual([
    "The Elves of Bob are driven out of Humming Meadow (2): 1 token is lost, 2 withdraw.",
    "The Elves of Bob are driven out of Humming Meadow (2): they withdraw without loss.",
    "The Elves of Bob are driven out of Humming Meadow (2): 1 token is lost.",
  ]);
});

test("a conquest is told before what it did to those who were there", () => {
  const events = [
    event("driven_out", { seat: 1, race: "elves", region: 2, lost: 0, withdrawn: 2 }),
    event("marker_taken_up", { marker: "lair", region: 2 }),
    event("vanished", { race: "elves" }),
    conquered(2),
  ];
  expect(eventLines(context, events)[0]).toBe("Ann conquers Humming Meadow (2) with 2 tokens of the Orcs.");
  expect(eventLines(context, events)).toHaveLength(4);
});

test("a race vanishes with the conquest that ended it, not with the next one", () => {
  const driven = event("driven_out", { seat: 1, race: "elves", region: 1, lost: 1, withdrawn: 0 });
  const events = [driven, event("vanished", { race: "elves" }), conquered(1), conquered(2)];
  expect(deedsFirst(events).map(({ code }) => code)).toEqual([
    "conquered",
    "driven_out",
    "vanished",
    "conquered",
  ]);
});

test.each([
  event("picked", { seat: 1 }),
  event("conquered", { seat: 1 }),
  event("attempt_failed", { seat: 1 }),
  event("allied", { seat: 1, ally: 0 }),
  event("declined", { seat: 1 }),
  event("scored", { seat: 1, coins: 3 }),
])("$code has the same sentence wherever it is told", (happened) => {
  const sentence = eventText(context, happened);
  const past = line(2, [happened], "acted", 1);
  const chronicle = new Chronicle(() => context);
  chronicle.add(pastStep(past));
  expect(chronicle.chapters[0]?.lines.map(({ text }) => text)).toEqual([sentence]);
  expect(captionOf(context, pastStep(past), [0])).toBe(sentence);
  expect(summary(context, [happened])).toEqual([sentence]);
  const log = [line(1, [event("turn_began", { seat: 1 })], "started", null), past];
  expect(sinceMine(log, 0, context)[0]?.lines).toEqual([sentence]);
});
