import { render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { tick } from "svelte";
import { announcer } from "../core/access/announcer.svelte";
import { Refusal } from "../core/http/refusal";
import type { TableView } from "../api/kinds";
import { Table } from "../core/table/table.svelte";
import { FakeSource } from "../testing/fakeSource";
import Connection from "./Connection.svelte";

let source: FakeSource;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function shown(isConnected = true): Promise<Table> {
  const seats = [{ is_yours: true }];
  source = new FakeSource({ table: "t", seq: 1, seats, wants_pause: [] as number[] } as TableView);
  const table = new Table(source);
  await table.open();
  if (!isConnected) table.onDisconnected();
  render(Connection, { table });
  return table;
}

async function later(milliseconds: number): Promise<void> {
  await tick();
  vi.advanceTimersByTime(milliseconds);
  await tick();
}

test("a short gap is not worth a word, a longer one is told", async () => {
  const table = await shown();
  table.onDisconnected();
  await later(300);
  expect(screen.queryByText(/connection is lost/)).toBeNull();
  await later(600);
  expect(screen.getByText(/connection is lost/)).toBeInTheDocument();
  table.onConnected();
  await tick();
  expect(screen.queryByText(/connection is lost/)).toBeNull();
});

test("a page that was never connected has lost nothing: it is connecting, and nobody is alarmed", async () => {
  announcer.forget();
  const table = await shown(false);
  await later(1000);
  expect(screen.queryByText(/Connecting/)).toBeNull();
  await later(3000);
  expect(screen.getByText("Connecting …")).toBeInTheDocument();
  expect(screen.queryByText(/connection is lost/)).toBeNull();
  table.onConnected();
  await tick();
  expect(screen.queryByText("Connecting …")).toBeNull();
  expect([...announcer.urgent, ...announcer.polite]).toEqual([]);
  table.onDisconnected();
  await later(1000);
  expect(screen.getByText(/connection is lost/)).toBeInTheDocument();
});

test("what is on its way is shown as sending, and as kept while there is no connection", async () => {
  const table = await shown();
  const done = table.try({ do: "act", seat: 0, action: "end" });
  await later(1000);
  expect(screen.getByText("Sending …")).toBeInTheDocument();
  table.onDisconnected();
  await later(1000);
  expect(screen.getByText(/will be sent once more/)).toBeInTheDocument();
  table.onConnected();
  source.sent[0]?.resolve(2);
  await done;
  await later(1000);
  expect(screen.queryByText("Sending …")).toBeNull();
});

test("a move that came too late is told as not carried out, until it is read", async () => {
  const table = await shown();
  const done = table.try({ do: "act", seat: 0, action: "end" });
  source.sent[0]?.reject(new Refusal({ code: "stale", params: { base: 3, head: 5 }, reason: "" }));
  await done;
  await tick();
  expect(screen.getByText(/was not carried out/)).toBeInTheDocument();
  screen.getByRole("button").click();
  expect(table.trouble).toBeNull();
});

test("any other refusal is for others to tell", async () => {
  const table = await shown();
  table.trouble = new Refusal({ code: "no_undo", params: {}, reason: "" });
  await tick();
  expect(screen.queryByRole("button")).toBeNull();
});
