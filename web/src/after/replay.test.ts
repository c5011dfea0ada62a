import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { settings } from "../settings/settings.svelte";
import { GAME } from "../testing/game";
import { Replay } from "./replay.svelte";

let asked: string[] = [];

function answer(path: string): unknown {
  const rest = path.replace("/api/tables/t", "");
  if (rest === "") return { seq: 14, agreement: { players: 2 } };
  if (rest === "/log") return GAME;
  if (rest === "/box") return { races: [], powers: [], maps: [] };
  const seq = Number(rest.replace("/at/", ""));
  if (Number.isNaN(seq)) return null;
  return { type: "update", seq, at: 0, what: "acted", seat: 0, events: [], state: { seq, view: { seq } } };
}

beforeEach(() => {
  asked = [];
  settings.set("speed", "normal");
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return new Response(JSON.stringify(answer(path)));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function opened(at?: number): Promise<Replay> {
  const replay = new Replay("t");
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
  expect(replay.shown?.seq).toBe(3);
});

test("a step on is shown as it happens, a jump at once", async () => {
  const replay = await opened(3);
  await replay.forward();
  expect(replay.beat?.events.map((event) => event.code)).toEqual(["conquered"]);
  expect(replay.beat?.duration).toBeGreaterThan(0);
  await replay.seek(10);
  expect(replay.beat).toBeNull();
  expect(replay.shown?.seq).toBe(10);
});

test("what comes next is asked for in advance, and nothing twice", async () => {
  const replay = await opened(2);
  expect(asked).toContain("/api/tables/t/at/9");
  await replay.forward();
  await replay.back();
  expect(new Set(asked).size).toBe(asked.length);
});

test("one leaps to the beginning of this turn, then of the one before, and on to the next", async () => {
  const replay = await opened(9);
  await replay.leap(-1);
  expect(replay.seq).toBe(7);
  await replay.leap(-1);
  expect(replay.seq).toBe(2);
  await replay.leap(1);
  await replay.leap(1);
  expect([replay.seq, replay.turn]).toEqual([10, 2]);
});

test("it plays to the end by itself and stops there", async () => {
  const replay = await opened();
  void replay.play();
  await vi.runAllTimersAsync();
  expect(replay.isAtEnd).toBe(true);
  expect(replay.isPlaying).toBe(false);
  expect(replay.shown?.seq).toBe(14);
});

test("however often one presses play, it plays once", async () => {
  const replay = await opened(14);
  const forward = vi.spyOn(replay, "forward");
  const started = [replay.play(), replay.play()];
  replay.pause();
  started.push(replay.play());
  await Promise.all(started);
  expect(replay.isPlaying).toBe(true);
  expect(forward).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(1);
});

test("who pauses while the beginning is loaded stays there", async () => {
  const replay = await opened(14);
  const started = replay.play();
  replay.pause();
  await started;
  expect([replay.index, replay.isPlaying]).toEqual([0, false]);
});

test("a moment that cannot be loaded is told, and asked for again later", async () => {
  const replay = await opened(11);
  const answers = globalThis.fetch;
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("offline");
  });
  await replay.show(0);
  expect(replay.trouble).not.toBeNull();
  expect(replay.isPlaying).toBe(false);
  vi.stubGlobal("fetch", answers);
  await replay.show(0);
  expect(replay.trouble).toBeNull();
  expect(replay.shown?.seq).toBe(2);
});
