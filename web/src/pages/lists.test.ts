import { afterEach, describe, expect, it, vi } from "vitest";
import type { Listed } from "../api/kinds";
import { TableList } from "./lists.svelte";

function listed(table: string, changed_at: number): Listed {
  return {
    table,
    changed_at,
    status: "running",
    players: 2,
    free: 0,
    title: "",
    is_rated: false,
    is_yours: true,
  };
}

/** Tables that can be looked at: what one may decide there. */
function server(decisions: Record<string, unknown>): void {
  vi.stubGlobal("fetch", (path: string) => {
    const table = path.split("/").at(-1) ?? "";
    if (!(table in decisions)) return Promise.resolve(new Response("{}", { status: 404 }));
    return Promise.resolve(new Response(JSON.stringify({ table, decision: decisions[table] })));
  });
}

describe("a list of tables", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("puts those that wait for me first, then the latest", async () => {
    server({ old: { seat: 0 }, mid: null, new: null });
    const list = new TableList(() => Promise.resolve([listed("mid", 2), listed("old", 1), listed("new", 3)]));
    await list.refresh();
    expect(list.sorted.map(({ table }) => table)).toEqual(["old", "new", "mid"]);
  });

  it("shows a table that cannot be looked at all the same", async () => {
    server({});
    const list = new TableList(() => Promise.resolve([listed("gone", 1)]));
    await list.refresh();
    expect(list.sorted).toHaveLength(1);
    expect(list.views).toEqual({});
  });

  it("says why it could not be loaded, and nothing of it once it could", async () => {
    server({});
    const load = vi.fn().mockRejectedValueOnce(new Error("away")).mockResolvedValueOnce([]);
    const list = new TableList(load);
    await list.refresh();
    expect(list.error).toEqual(new Error("away"));
    await list.refresh();
    expect(list.error).toBeNull();
    expect(list.tables).toEqual([]);
  });
});
