import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Check } from "./check.svelte";

/** A server that answers when the test wants it to. */
class Desk {
  readonly asked: string[] = [];
  private readonly waiting: ((response: Response) => void)[] = [];

  readonly fetch = (path: string, init?: RequestInit): Promise<Response> => {
    if (path !== "/api/content/check")
      return Promise.resolve(new Response(JSON.stringify({ is_guest: true, ban: null })));
    const { content } = JSON.parse(String(init?.body)) as { content: string[] };
    this.asked.push(content[0] ?? "");
    return new Promise((resolve) => this.waiting.push(resolve));
  };

  async approve(name: string): Promise<void> {
    await this.answer({ races: [{ name }], powers: [], maps: [] });
  }

  async refuse(code: string, status = 400): Promise<void> {
    await this.answer({ code, params: {}, reason: code }, status);
  }

  private async answer(body: unknown, status = 200): Promise<void> {
    this.waiting.shift()?.(new Response(JSON.stringify(body), { status }));
    await vi.advanceTimersByTimeAsync(0);
  }
}

const pause = (): Promise<unknown> => vi.advanceTimersByTimeAsync(250);
const nameIn = (check: Check): string | undefined => check.box?.races[0]?.name;

let desk: Desk;
let check: Check;

beforeEach(() => {
  vi.useFakeTimers();
  desk = new Desk();
  check = new Check();
  vi.stubGlobal("fetch", desk.fetch);
});

afterEach(() => {
  check.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("letters that follow each other quickly are one question", async () => {
  for (const text of ["a", "ab", "abc"]) {
    check.look(text);
    await vi.advanceTimersByTimeAsync(100);
  }
  await pause();
  expect(desk.asked).toEqual(["abc"]);
});

test("the last verdict stays until there is another, and a quick answer is not announced", async () => {
  check.look("one");
  await pause();
  await desk.approve("One");
  check.look("two");
  await pause();
  expect(nameIn(check)).toBe("One");
  expect(check.isSlow).toBe(false);
  await desk.approve("Two");
  expect(nameIn(check)).toBe("Two");
});

test("an answer that is long in coming is announced", async () => {
  check.look("one");
  await pause();
  await vi.advanceTimersByTimeAsync(500);
  expect(check.isSlow).toBe(true);
  await desk.approve("One");
  expect(check.isSlow).toBe(false);
});

test("an old answer never takes the place of a newer one", async () => {
  check.look("old");
  await pause();
  check.look("new");
  await pause();
  expect(desk.asked).toEqual(["old"]);
  await desk.approve("Old");
  expect(nameIn(check)).toBeUndefined();
  expect(desk.asked).toEqual(["old", "new"]);
  await desk.approve("New");
  expect(nameIn(check)).toBe("New");
});

test("what was cleared stays cleared when its answer comes", async () => {
  check.look("one");
  await pause();
  check.look("  ");
  await desk.approve("One");
  expect(check.box).toBeNull();
  expect(check.problems).toEqual([]);
});

test("what is wrong takes the place of what was right", async () => {
  check.look("one");
  await pause();
  await desk.approve("One");
  check.look("wrong");
  await pause();
  await desk.refuse("too_deep");
  expect(check.box).toBeNull();
  expect(check.problems).toHaveLength(1);
});

test("whoever asks too often keeps the verdict and asks again later", async () => {
  check.look("one");
  await pause();
  await desk.approve("One");
  check.look("two");
  await pause();
  await desk.refuse("too_fast", 429);
  expect(nameIn(check)).toBe("One");
  await vi.advanceTimersByTimeAsync(1000);
  expect(desk.asked).toEqual(["one", "two", "two"]);
});

test("who wants to play and asks too often plays as soon as the server answers", async () => {
  check.look("one");
  const settled = check.settled();
  await vi.advanceTimersByTimeAsync(0);
  await desk.refuse("too_fast", 429);
  await vi.advanceTimersByTimeAsync(1000);
  await desk.approve("One");
  expect((await settled)?.races[0]?.name).toBe("One");
  expect(desk.asked).toEqual(["one", "one"]);
});

test("what is written while one waits to play is played too", async () => {
  check.look("one");
  const settled = check.settled();
  await vi.advanceTimersByTimeAsync(0);
  check.look("two");
  await desk.approve("One");
  await desk.approve("Two");
  expect((await settled)?.races[0]?.name).toBe("Two");
});

test("nothing is asked any more after the end, even if the server wanted to be asked later", async () => {
  check.look("one");
  await pause();
  check.stop();
  await desk.refuse("too_fast", 429);
  await vi.advanceTimersByTimeAsync(5000);
  expect(desk.asked).toEqual(["one"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("who wants to play does not wait for a pause, and plays what is written now", async () => {
  check.look("one");
  await pause();
  await desk.approve("One");
  check.look("two");
  const settled = check.settled();
  await vi.advanceTimersByTimeAsync(0);
  await desk.approve("Two");
  expect((await settled)?.races[0]?.name).toBe("Two");
  expect(desk.asked).toEqual(["one", "two"]);
});
