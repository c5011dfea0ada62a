import { afterEach, describe, expect, it, vi } from "vitest";
import { onServer } from "../core/places/listedTables";
import type { TableSummary } from "../api/kinds";
import { TableList } from "./tableLists.svelte";

function listed(table: string, changed_at: number, is_your_turn = false): TableSummary {
  return {
    table,
    changed_at,
    is_show: false,
    is_practice: false,
    is_import: false,
    is_begun_elsewhere: false,
    is_your_turn,
    status: "running",
    players: 2,
    free: 0,
    title: "",
    is_rated: false,
    is_yours: true,
    seats: [],
    to_move: null,
    game_turn: 1,
    game_turns: 10,
  };
}

describe("a list of tables", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("puts those that wait for me first, then the latest, and looks at no table for that", async () => {
    const fetch = vi.fn();
    vi.stubGlobal("fetch", fetch);
    const tables = [listed("mid", 2), listed("old", 1, true), listed("new", 3)];
    const list = new TableList(() => Promise.resolve(onServer(tables)));
    await list.refresh();
    expect(list.sorted.map(({ table }) => table)).toEqual(["old", "new", "mid"]);
    expect(fetch).not.toHaveBeenCalled();
  });

  it("says why it could not be loaded, and nothing of it once it could", async () => {
    const load = vi.fn().mockRejectedValueOnce(new Error("away")).mockResolvedValueOnce([]);
    const list = new TableList(load);
    await list.refresh();
    expect(list.error).toEqual(new Error("away"));
    await list.refresh();
    expect(list.error).toBeNull();
    expect(list.tables).toEqual([]);
  });
});
