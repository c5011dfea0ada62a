import { render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { tick } from "svelte";
import { Refusal } from "../core/http/refusal";
import type { Envelope } from "../api/kinds";
import { Table } from "../core/table/table.svelte";
import Connection from "./Connection.svelte";

const silent = { open: () => undefined, send: () => false, renew: () => undefined, close: () => undefined };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function shown(): Table {
  const table = new Table("t", silent);
  table.isConnected = true;
  render(Connection, { table });
  return table;
}

async function later(milliseconds: number): Promise<void> {
  await tick();
  vi.advanceTimersByTime(milliseconds);
  await tick();
}

test("a short gap is not worth a word, a longer one is told", async () => {
  const table = shown();
  table.isConnected = false;
  await later(300);
  expect(screen.queryByText(/connection is lost/)).toBeNull();
  await later(600);
  expect(screen.getByText(/connection is lost/)).toBeInTheDocument();
  table.isConnected = true;
  await tick();
  expect(screen.queryByText(/connection is lost/)).toBeNull();
});

test("what is on its way is shown as sending, and as kept while there is no connection", async () => {
  const table = shown();
  const envelope: Envelope = { v: 1, id: "a", base: 1, cmd: { do: "act", seat: 0, action: "end" } };
  table.pending = [{ envelope, resolve: () => undefined, reject: () => undefined }];
  await later(1000);
  expect(screen.getByText("Sending …")).toBeInTheDocument();
  table.isConnected = false;
  await later(1000);
  expect(screen.getByText(/will be sent once more/)).toBeInTheDocument();
});

test("a move that came too late is told as not carried out, until it is read", async () => {
  const table = shown();
  table.trouble = new Refusal({ code: "stale", params: { base: 3, head: 5 }, reason: "" });
  await tick();
  expect(screen.getByText(/was not carried out/)).toBeInTheDocument();
  screen.getByRole("button").click();
  expect(table.trouble).toBeNull();
});

test("any other refusal is for others to tell", async () => {
  const table = shown();
  table.trouble = new Refusal({ code: "no_undo", params: {}, reason: "" });
  await tick();
  expect(screen.queryByRole("button")).toBeNull();
});
