import { afterEach, describe, expect, it, vi } from "vitest";
import { numberOf } from "../core/luck/numbers";
import { openGame, openGameHere } from "./start";

interface Asked {
  path: string;
  body: Record<string, unknown>;
}

/** A server that lets everybody in, and writes down what it was asked. */
function server(): Asked[] {
  const asked: Asked[] = [];
  const answers: Record<string, unknown> = {
    "/api/guest": { is_new: true },
    "/api/tables": { table: "abc", invite: "xyz" },
    "/api/tables/abc/join": { seat: 0, seq: 1, token: null, name: "Ann" },
  };
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    asked.push({ path, body: JSON.parse((init.body as string | undefined) ?? "{}") as Asked["body"] });
    return Promise.resolve(new Response(JSON.stringify(answers[path])));
  });
  return asked;
}

describe("starting a game", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("comes in, opens a table with computers and sits down", async () => {
    const asked = server();
    expect(await openGameHere(["Ann"], 2, "hard")).toBe("/t/abc");
    expect(asked.map(({ path }) => path)).toEqual(["/api/guest", "/api/tables", "/api/tables/abc/join"]);
    expect(asked[1]?.body).toMatchObject({ players: 3, computers: ["hard", "hard"] });
    expect(asked[2]?.body).toMatchObject({ name: "Ann", seat: 0 });
  });

  it("gives everybody on this device a seat and a number for the dealer", async () => {
    const asked = server();
    await openGameHere(["Ann", "Bob"], 0, "easy");
    const joins = asked.filter(({ path }) => path.endsWith("/join")).map(({ body }) => body);
    expect(joins.map(({ name, seat }) => [name, seat])).toEqual([
      ["Ann", 0],
      ["Bob", 1],
    ]);
    expect(joins[0]?.["nonce"]).toMatch(/^[0-9a-f]{40}$/);
    expect(joins[0]?.["nonce"]).not.toBe(joins[1]?.["nonce"]);
  });

  it("keeps the number to itself if others will play, too", async () => {
    const asked = server();
    await openGame(["Ann"], { players: 3, computers: ["easy"] });
    const join = asked.find(({ path }) => path.endsWith("/join"))?.body ?? {};
    expect(join["nonce"]).toBeUndefined();
    expect(join["commitment"]).toMatch(/^[0-9a-f]{64}$/);
    expect(numberOf(join["commitment"] as string)).toMatch(/^[0-9a-f]{40}$/);
  });
});
