import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TableSummary } from "../../api/kinds";
import { device } from "../desk/device.svelte";
import { person } from "../http/person.svelte";
import { noteGoneOn } from "./goneOn";
import { ownTables } from "./listedTables";

const kept = (table: string): TableSummary =>
  ({ table, status: "running", is_your_turn: true }) as Partial<TableSummary> as TableSummary;

let isUp = true;

beforeEach(async () => {
  isUp = true;
  localStorage.clear();
  vi.spyOn(device, "tables").mockResolvedValue([kept("here")]);
  vi.stubGlobal("fetch", async (path: string) => {
    if (!isUp) throw new TypeError("no network");
    const answer = path.endsWith("/me") ? { is_guest: true, ban: null } : [kept("there")];
    return new Response(JSON.stringify(answer));
  });
  await person.refresh();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const names = async (missing?: () => void): Promise<string[]> =>
  (await ownTables(missing)).map(({ table }) => table);

test("tables of this device and of the server stand in one list", async () => {
  const missing = vi.fn();
  expect(await names(missing)).toEqual(["here", "there"]);
  expect(missing).not.toHaveBeenCalled();
});

test("if the server cannot be reached, its tables are missed and not forgotten", async () => {
  isUp = false;
  const missing = vi.fn();
  expect(await names(missing)).toEqual(["here"]);
  expect(missing).toHaveBeenCalledOnce();
});

test("if the server could not even say who we are, it is asked again", async () => {
  isUp = false;
  await person.refresh();
  const missing = vi.fn();
  expect(await names(missing)).toEqual(["here"]);
  expect(missing).toHaveBeenCalledOnce();
  isUp = true;
  expect(await names(missing)).toEqual(["here", "there"]);
  expect(missing).toHaveBeenCalledOnce();
});

test("nobody waits for a table whose game went on at the server", async () => {
  noteGoneOn("here");
  const [here, there] = await ownTables();
  expect(here).toMatchObject({ table: "here", isGoneOn: true, is_your_turn: false });
  expect(there).toMatchObject({ table: "there", isGoneOn: false, is_your_turn: true });
});
