import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { blank } from "../../testing/paintedMap";
import { MapCheck } from "./mapCheck.svelte";

/** A server that answers when the test wants it to. */
class Desk {
  readonly asked: string[] = [];
  private readonly waiting: ((response: Response) => void)[] = [];

  readonly fetch = (path: string, init?: RequestInit): Promise<Response> => {
    if (path !== "/api/painted-maps/check")
      return Promise.resolve(new Response(JSON.stringify({ is_guest: true, ban: null })));
    this.asked.push((JSON.parse(String(init?.body)) as { id: string }).id);
    return new Promise((resolve) => this.waiting.push(resolve));
  };

  async answer(body: unknown, status = 200): Promise<void> {
    this.waiting.shift()?.(new Response(JSON.stringify(body), { status }));
    await vi.advanceTimersByTimeAsync(0);
  }
}

const pause = (): Promise<unknown> => vi.advanceTimersByTimeAsync(300);
const named = (id: string): typeof blank => ({ ...blank, id });

let desk: Desk;
let check: MapCheck;

beforeEach(() => {
  vi.useFakeTimers();
  desk = new Desk();
  check = new MapCheck();
  vi.stubGlobal("fetch", desk.fetch);
});

afterEach(() => {
  check.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("strokes that follow each other quickly are one question", async () => {
  for (const id of ["a", "b", "c"]) {
    check.look(named(id));
    await vi.advanceTimersByTimeAsync(100);
  }
  await pause();
  expect(desk.asked).toEqual(["c"]);
});

test("an old answer never takes the place of a newer one", async () => {
  check.look(named("old"));
  await pause();
  check.look(named("new"));
  await pause();
  await desk.answer({ land: 1 });
  expect(check.result).toBeNull();
  expect(desk.asked).toEqual(["old", "new"]);
  await desk.answer({ land: 2 });
  expect(check.result?.land).toBe(2);
});

test("who asked too often asks again after a rest", async () => {
  check.look(named("one"));
  await pause();
  await desk.answer({ code: "too_fast", params: {}, reason: "" }, 429);
  expect(check.error).toBeNull();
  await vi.advanceTimersByTimeAsync(1000);
  await desk.answer({ land: 3 });
  expect(check.result?.land).toBe(3);
});

test("a server that refuses is told, and an answer that is long in coming is announced", async () => {
  check.look(named("one"));
  await pause();
  await vi.advanceTimersByTimeAsync(600);
  expect(check.isSlow).toBe(true);
  await desk.answer({ code: "crowded", params: {}, reason: "" }, 503);
  expect(check.isSlow).toBe(false);
  expect(check.error).not.toBeNull();
});

test("who wants to play does not wait for a pause, and plays what is painted now", async () => {
  check.look(named("one"));
  const settled = check.settled();
  await vi.advanceTimersByTimeAsync(0);
  await desk.answer({ land: 9 });
  expect((await settled)?.land).toBe(9);
});

test("nothing is asked any more after the end", async () => {
  check.look(named("one"));
  check.stop();
  await pause();
  expect(desk.asked).toEqual([]);
});
