import { describe, expect, it } from "vitest";
import type { Context } from "./context";
import type { Event, LogLine, View } from "../api/kinds";
import { event, part } from "../testing/events";
import { pastStep, withLines } from "../core/table/step";
import { Chronicle, type Chapter } from "./chronicle.svelte";
import { sinceMine } from "./since";

const context: Context = {
  view: {
    map: "m",
    regions: [1, 2, 3].map((number) => ({ number, label: String(number) })),
  } as unknown as View,
  box: { races: [], powers: [], maps: [] },
  names: ["Ann", "Bob"],
};

const began = (seat: number, game_turn: number): Event => event("turn_began", { seat, game_turn });
const taken = (seat: number, region: number): Event =>
  event("conquered", { seat, region, race: "orcs", tokens: 2 });

function line(seq: number, seat: number | null, events: Event[], what = "acted"): LogLine {
  return { seq, at: 0, what, seat, events };
}

const log: LogLine[] = [
  line(3, null, [event("first_player", { seat: 0 }), began(0, 1)], "started"),
  line(4, 0, [taken(0, 1)]),
  line(5, 0, [taken(0, 2)]),
  { ...line(6, 0, [], "undone"), takes_back: 5 },
  line(7, 0, [event("deployed", { race: "orcs", region: 1, tokens: 1 })]),
  line(8, 0, [
    event("deployed", { race: "orcs", region: 1, tokens: 1 }),
    event("deployed", { race: "orcs", region: 3, tokens: 2 }),
    event("scored", { seat: 0, coins: 1, parts: [] }),
    began(1, 1),
  ]),
  line(9, 1, [
    event("driven_out", { seat: 0, race: "orcs", region: 1, lost: 1, withdrawn: 0 }),
    taken(1, 1),
    event("scored", { seat: 1, coins: 4, parts: [] }),
    began(0, 2),
  ]),
];

function chaptersOf(lines: readonly LogLine[]): readonly Chapter[] {
  const chronicle = new Chronicle(() => context);
  for (const each of lines) chronicle.add(pastStep(each));
  return chronicle.chapters;
}

describe("the log in words", () => {
  it("has no chapter for what came first once that is taken back", () => {
    const undo = { ...line(2, 0, [], "undone"), takes_back: 1 };
    expect(chaptersOf([line(1, 0, [taken(0, 1)]), undo])).toEqual([]);
  });

  const [prologue, first, second] = chaptersOf(log);

  it("tells turn by turn, and who was first before all", () => {
    expect(prologue).toMatchObject({ seat: null, lines: [{ text: "Ann is the first player." }] });
    expect(first).toMatchObject({ seat: 0, gameTurn: 1, first: 3 });
    expect(second).toMatchObject({ seat: 1, gameTurn: 1, first: 8 });
  });

  it("leaves out what was taken back", () => {
    expect(first?.lines.some((each) => each.regions.includes(2))).toBe(false);
  });

  it("tells single deployments in one line that leads to their end", () => {
    const deployed = first?.lines.find((each) => each.text.startsWith("The Orcs spread out"));
    expect(deployed).toEqual({
      seq: 8,
      text: "The Orcs spread out: 2 more in region 1 and 2 more in region 3.",
      regions: [1, 3],
    });
  });

  it("rewords a line when a part of it is taken back", () => {
    const deployed = (seq: number, region: number): LogLine =>
      line(seq, 0, [event("deployed", { race: "orcs", region, tokens: 1 })]);
    const undo = { ...line(6, 0, [], "undone"), takes_back: 5 };
    const [only] = chaptersOf([deployed(4, 1), deployed(5, 2), undo]);
    expect(only?.lines).toEqual([{ seq: 4, text: "The Orcs spread out: 1 more in region 1.", regions: [1] }]);
  });

  it("never makes a finished chapter anew", () => {
    const chronicle = new Chronicle(() => context);
    for (const each of log.slice(0, 6)) chronicle.add(pastStep(each));
    const [, finished] = chronicle.chapters;
    for (const each of log.slice(6)) chronicle.add(pastStep(each));
    expect(chronicle.chapters[1]).toBe(finished);
    expect(chronicle.chapters.length).toBeGreaterThan(3);
  });

  it("sums up a turn that is over, and not the present one", () => {
    expect(first?.summary).toBe("Orcs: +1\u00a0region, +1\u00a0coin");
    const chapters = chaptersOf(log);
    expect(chapters.at(-1)).toMatchObject({ seat: 0, gameTurn: 2, summary: null });
  });

  it("calls a race by its combo in all its turns, until it goes in decline", () => {
    const paid = (coins: number, in_decline = false): Event =>
      event("scored", { seat: 0, coins, parts: [part("orcs", "regions", coins, "orcs", in_decline)] });
    const chapters = chaptersOf([
      line(1, null, [began(0, 1)], "started"),
      line(2, 0, [
        event("picked", { seat: 0, race: "orcs", power: "hill" }),
        taken(0, 1),
        paid(1),
        began(0, 2),
      ]),
      line(3, 0, [taken(0, 2), taken(0, 3), paid(3), began(0, 3)]),
      line(4, 0, [event("declined", { seat: 0, race: "orcs" }), paid(3, true), began(0, 4)]),
      line(5, 0, [event("picked", { seat: 0, race: "elves", power: "stout" })]),
      line(6, 0, [paid(3, true), event("declined", { seat: 0, race: "elves" }), began(0, 5)]),
    ]);
    expect(chapters.map(({ summary }) => summary)).toEqual([
      "Hill Orcs: +1\u00a0region, +1\u00a0coin",
      "Hill Orcs: +2\u00a0regions, +3\u00a0coins",
      "Hill Orcs: in decline, +3\u00a0coins",
      "Stout Elves: in decline, +3\u00a0coins",
      null,
    ]);
  });

  it("can be read as plain lines with headings", () => {
    const chronicle = new Chronicle(() => context);
    for (const each of log.slice(0, 2)) chronicle.add(pastStep(each));
    expect(chronicle.texts).toEqual([
      "How it began",
      "Ann is the first player.",
      "Game turn 1: Ann",
      "Ann conquers region 1 with 2 tokens of the Orcs.",
    ]);
  });

  it("tells what happened in a game from a position before a turn began", () => {
    const [only] = chaptersOf([line(2, null, [], "started"), line(3, 0, [taken(0, 1)])]);
    expect(only?.lines.map((each) => each.seq)).toEqual([3]);
  });
});

describe("what happened since my last turn", () => {
  it("tells what others took, from whom, and what it brought", () => {
    expect(sinceMine(withLines(log), 0, context)).toEqual([
      {
        seat: 1,
        first: 8,
        regions: [1],
        lines: [
          "You lose region 1 to Bob.",
          "Bob conquers region 1 with 2 tokens of the Orcs.",
          "Bob scores 4 coins.",
        ],
      },
    ]);
  });

  it("is nothing on the very first turn", () => {
    expect(sinceMine(log.slice(0, 1), 0, context)).toEqual([]);
  });
});
