import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LogLine, PatchUpdate, TableView } from "../api/kinds";
import type { Step } from "../core/table/step";
import { settings } from "../settings/settings.svelte";
import { event } from "../testing/events";
import { FakeSource } from "../testing/fakeSource";
import { WHOLE_LOG } from "../testing/game";
import { Replay } from "./replay.svelte";

/** The entry of a line, in two steps if it tells of a roll; the view just counts. */
function update({ seq, at, what, seat, events, takes_back }: LogLine): PatchUpdate {
  const steps = events.length > 0 ? [{ text: "an answer", events, patch: { game_turn: seq } }] : [];
  const undo = takes_back == null ? {} : { takes_back };
  return { type: "patch", seq, at, what, seat, steps, ...undo } as PatchUpdate;
}

let source: FakeSource;

beforeEach(() => {
  settings.set("speed", "normal");
  vi.useFakeTimers();
  const first = { table: "t", seq: 1, view: { game_turn: 0 }, seats: [{ is_yours: true }] } as TableView;
  source = new FakeSource(first);
  source.game = { state: first, updates: WHOLE_LOG.slice(1).map(update) };
});
afterEach(() => vi.useRealTimers());

async function opened(at?: number): Promise<Replay> {
  const replay = new Replay(source);
  await replay.open(at);
  return replay;
}

test("it begins with the first turn, and steps over what was taken back", async () => {
  const replay = await opened();
  expect(replay.seq).toBe(2);
  expect(replay.steps.map((step) => step.seq)).toEqual([2, 3, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
});

test("a link to a moment that is no step leads to the last one before it", async () => {
  const replay = await opened(5);
  expect(replay.seq).toBe(3);
  expect(replay.table.shown?.seq).toBe(3);
});

test("it begins with the first pick of a race, a special power or a combo", async () => {
  const at = async (race: string | null, power: string | null): Promise<number> => {
    const replay = new Replay(source);
    await replay.open(1, { race, power });
    return replay.seq;
  };
  const picks = WHOLE_LOG.filter(({ events }) => events.some(({ code }) => code === "picked"));
  expect(await at("elves", "flying")).toBe(picks[1]?.seq);
  expect(await at("elves", null)).toBe(picks[1]?.seq);
  expect(await at(null, "flying")).toBe(picks[0]?.seq);
  // What nobody picks has no moment.
  expect(await at("ghouls", null)).toBe((await opened(1)).seq);
});

test("a step on is shown as it happens, a jump at once", async () => {
  const replay = await opened(3);
  replay.forward();
  expect(replay.table.step?.events.map((event) => event.code)).toEqual(["conquered"]);
  expect(replay.table.step?.duration).toBeGreaterThan(0);
  replay.seek(10);
  expect(replay.table.step).toBeNull();
  expect(replay.table.shown?.seq).toBe(10);
});

test("the log tells what led to the moment, forwards and backwards", async () => {
  const replay = await opened(3);
  replay.forward();
  replay.table.skip();
  expect(replay.table.log.map(({ seq }) => seq)).toEqual([2, 3, 6]);
  replay.back();
  expect(replay.table.log.map(({ seq }) => seq)).toEqual([2, 3]);
});

test("a step on is followed like one of a live table, a jump is not told as if it happened", async () => {
  const replay = await opened(3);
  const live: Step[] = [];
  replay.table.follow((step) => step.isLive && live.push(step));
  replay.forward();
  replay.seek(10);
  expect(live.map(({ seq }) => seq)).toEqual([6]);
});

test("a game is read once, and no seat of it is one's own", async () => {
  const read = vi.spyOn(source, "replay");
  const at = vi.spyOn(source, "at");
  const open = vi.spyOn(source, "open");
  const replay = await opened();
  replay.show(5);
  replay.forward();
  replay.back();
  expect(read).toHaveBeenCalledTimes(1);
  expect(at).not.toHaveBeenCalled();
  expect(open).not.toHaveBeenCalled();
  expect(replay.table.ownSeats).toEqual([]);
});

test("a game of several people at one device tells nobody's coins before its end", async () => {
  const players = [
    { seat: 0, coins: 7 },
    { seat: 1, coins: null },
  ];
  const first = {
    ...source.state,
    seats: [{ is_yours: true }, { is_yours: true }],
    view: { game_turn: 0, players },
  };
  source = new FakeSource(first as unknown as TableView);
  source.game = { state: first as unknown as TableView, updates: WHOLE_LOG.slice(1).map(update) };
  const replay = await opened(9);
  expect(replay.table.shown?.view?.players.map(({ coins }) => coins)).toEqual([null, null]);
  replay.forward();
  expect(replay.table.shown?.view?.players.map(({ coins }) => coins)).toEqual([null, null]);
});

test("one leaps to the beginning of this turn, then of the one before, and on to the next", async () => {
  const replay = await opened(9);
  replay.leap(-1);
  expect(replay.seq).toBe(7);
  replay.leap(-1);
  expect(replay.seq).toBe(2);
  replay.leap(1);
  replay.leap(1);
  expect([replay.seq, replay.turn]).toEqual([10, 2]);
});

test("a turn that was answered at once belongs to its player until the next one begins", async () => {
  const [ended] = (source.game?.updates ?? []).filter(({ seq }) => seq === 11);
  const conquest = event("conquered", { seat: 0, race: "orcs", region: 3, tokens: 2 });
  ended?.steps?.unshift({ text: "an answer", events: [conquest], patch: {} });
  const replay = await opened(10);
  const [, , third, fourth] = replay.turns;
  replay.forward();
  expect([replay.seq, replay.turns[replay.turn]]).toEqual([11, third]);
  replay.forward();
  expect([replay.seq, replay.turns[replay.turn]]).toEqual([11, fourth]);
  replay.leap(-1);
  expect(replay.seq).toBe(10);
});

test("it plays to the end by itself and stops there", async () => {
  const replay = await opened();
  replay.play();
  await vi.runAllTimersAsync();
  expect(replay.isAtEnd).toBe(true);
  expect(replay.isPlaying).toBe(false);
  expect(replay.table.shown?.seq).toBe(14);
});

test("however often one presses play, it plays once; played at its end, it begins anew", async () => {
  const replay = await opened(14);
  replay.play();
  replay.play();
  expect([replay.index, replay.isPlaying]).toEqual([1, true]);
  replay.pause();
  replay.play();
  expect(replay.index).toBe(2);
});

test("who leaves before it has begun to play hears no more of it", async () => {
  const replay = await opened();
  replay.close();
  replay.play();
  expect(replay.isPlaying).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test("a game that cannot be read is told", async () => {
  source.replay = () => Promise.reject(new Error("offline"));
  const replay = await opened();
  expect(replay.trouble?.message).toBe("offline");
});
