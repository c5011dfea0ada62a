import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { at, blank, painted } from "../../testing/paintedMap";
import { packed } from "../workshop/sharing";
import { mapOfCode, mapOfText, randomMap } from "./opening";

const HILL = painted(["hill", at(2, 2)]);
const GUEST = { is_guest: true, ban: null };
/** What the server answers to each request about maps, in turn. */
let answers: { body: unknown; status?: number }[];
let asked: string[];

beforeEach(() => {
  [answers, asked] = [[], []];
  vi.stubGlobal("fetch", (path: string) => {
    if (!path.startsWith("/api/painted-maps")) return Promise.resolve(new Response(JSON.stringify(GUEST)));
    asked.push(path);
    const { body, status = 200 } = answers.shift() ?? { body: null };
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a map that was shared arrives as it was, and a damaged link is nothing", async () => {
  const code = await packed(JSON.stringify(HILL));
  expect(await mapOfCode(code)).toEqual(HILL);
  expect(await mapOfCode(code.slice(0, -9))).toBeNull();
  expect(await mapOfCode(await packed("[1, 2]"))).toBeNull();
  expect(asked).toEqual([]);
});

test("a painted map is taken as it is, any other map file is painted by the server", async () => {
  expect(await mapOfText(JSON.stringify(HILL))).toEqual(HILL);
  expect(asked).toEqual([]);
  answers = [{ body: blank }];
  expect(await mapOfText('{"id": "isle"}')).toEqual(blank);
  expect(asked).toEqual(["/api/painted-maps/from-file"]);
});

test("while the server checks another map one waits, but any other refusal is told", async () => {
  vi.useFakeTimers();
  answers = [{ body: { code: "too_fast", params: {}, reason: "" }, status: 429 }, { body: blank }];
  const map = randomMap(2, 7);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await map).toEqual(blank);
  answers = [{ body: { code: "player_count", params: {}, reason: "" }, status: 422 }];
  await expect(randomMap(9, 7)).rejects.toMatchObject({ code: "player_count" });
});
