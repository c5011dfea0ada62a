import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { announcer } from "../core/access/announcer.svelte";
import type { Envelope, ChatMessage, TableView } from "../api/kinds";
import { Table } from "../core/table/table.svelte";
import Chat from "./Chat.svelte";
import { unreadOf } from "./unread.svelte";

let sent: Envelope[] = [];
const transport = {
  open: () => undefined,
  renew: () => undefined,
  close: () => undefined,
  send: (envelope: Envelope) => sent.push(envelope) > 0,
};

beforeEach(() => {
  sent = [];
  localStorage.clear();
  Element.prototype.scrollTo = () => undefined;
  vi.stubGlobal("fetch", async (path: string) => {
    if (path.endsWith("/chat")) return new Response("[]");
    return new Response(JSON.stringify({ limits: { chat: 40, name: 24 } }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function said(seq: number, text: string, extra: Partial<ChatMessage> = {}): ChatMessage {
  return { seq, at: 1000, name: "Bob", seat: 1, text, is_yours: false, ...extra };
}

function opened(plays: boolean): Table {
  const table = new Table("t", transport);
  table.head = table.shown = { status: "running", seats: [{ is_yours: plays, name: "Ann" }] } as TableView;
  return table;
}

test("what people write is text, whatever they write", () => {
  const table = opened(true);
  table.chat = [said(5, "<b>hello</b>")];
  render(Chat, { table });
  expect(screen.getByText("<b>hello</b>")).toBeInTheDocument();
});

test("a new message is announced once, one's own and old ones are not", async () => {
  const table = opened(true);
  table.chat = [said(5, "old")];
  const say = vi.spyOn(announcer, "say");
  render(Chat, { table });
  expect(say).not.toHaveBeenCalled();
  table.chat = [...table.chat, said(6, "new"), said(7, "mine", { is_yours: true })];
  await tick();
  expect(say).toHaveBeenCalledExactlyOnceWith("Bob: new");
});

test("enter sends, and the line is empty once it is stored", async () => {
  const table = opened(true);
  render(Chat, { table });
  const line = screen.getByLabelText<HTMLInputElement>("Your message");
  await fireEvent.input(line, { target: { value: "good luck" } });
  await fireEvent.submit(line);
  expect(sent[0]?.cmd).toEqual({ do: "say", text: "good luck", name: "" });
  table.heard({ type: "ack", ack: sent[0]?.id ?? "", seq: 9 });
  await waitFor(() => expect(line.value).toBe(""));
});

test("who watches gives a name and is told when players read it", () => {
  render(Chat, { table: opened(false) });
  expect(screen.getByLabelText("Your name")).toBeRequired();
  expect(screen.getByText(/only after the game/)).toBeInTheDocument();
});

test("muting takes away what was written by that person", async () => {
  const table = opened(true);
  table.chat = [said(5, "rude")];
  render(Chat, { table });
  await fireEvent.click(screen.getByRole("button", { name: /More about/ }));
  await fireEvent.click(screen.getByRole("button", { name: /Do not show Bob/ }));
  await waitFor(() => expect(screen.queryByText("rude")).toBeNull());
});

test("messages are unread until somebody looks, also after the page was opened again", () => {
  const table = opened(true);
  table.chat = [said(5, "one"), said(6, "two"), said(7, "mine", { is_yours: true })];
  expect(unreadOf(table).count).toBe(2);
  unreadOf(table).look();
  expect(unreadOf(table).count).toBe(0);
  const again = opened(true);
  again.sayings = [...table.chat, said(8, "three")];
  expect(unreadOf(again).count).toBe(1);
});
