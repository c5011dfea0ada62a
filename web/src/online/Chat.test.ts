import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { announcer } from "../core/access/announcer.svelte";
import type { ChatMessage, OwnAccount, TableView } from "../api/kinds";
import { person } from "../core/http/person.svelte";
import type { OnlineRequests } from "../core/table/source";
import { Table } from "../core/table/table.svelte";
import { entry, FakeSource } from "../testing/fakeSource";
import Chat from "./Chat.svelte";
import { unreadOf } from "./unread.svelte";

let source: FakeSource;

beforeEach(() => {
  localStorage.clear();
  Element.prototype.scrollTo = () => undefined;
  person.me = null;
  vi.stubGlobal("fetch", async (path: string) => {
    const answer = path === "/api/account/me" ? person.me : { limits: { chat: 40, name: 24 } };
    return new Response(JSON.stringify(answer));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function said(seq: number, text: string, extra: Partial<ChatMessage> = {}): ChatMessage {
  return { seq, at: 1000, name: "Bob", seat: 1, text, is_yours: false, is_account: false, ...extra };
}

async function opened(plays: boolean, chat: readonly ChatMessage[] = []): Promise<Table> {
  const seats = [{ is_yours: plays, name: "Ann" }];
  source = new FakeSource({ table: "t", seq: 5, status: "running", seats } as TableView, { chat });
  const table = new Table(source);
  await table.open();
  return table;
}

/** Somebody writes while the table is open. */
function write(table: Table, message: ChatMessage): void {
  table.onEntry(entry(message.seq, source.state, [], { what: "said", steps: [], said: message }));
}

test("what people write is text, whatever they write", async () => {
  render(Chat, { table: await opened(true, [said(5, "<b>hello</b>")]) });
  expect(screen.getByText("<b>hello</b>")).toBeInTheDocument();
});

test("a new message is announced once, one's own and old ones are not", async () => {
  const table = await opened(true, [said(5, "old")]);
  const say = vi.spyOn(announcer, "say");
  render(Chat, { table });
  expect(say).not.toHaveBeenCalled();
  write(table, said(6, "new"));
  write(table, said(7, "mine", { is_yours: true }));
  await tick();
  expect(say).toHaveBeenCalledExactlyOnceWith("Bob: new");
});

test("enter sends, and the line is empty once it is stored", async () => {
  render(Chat, { table: await opened(true) });
  const line = screen.getByLabelText<HTMLInputElement>("Your message");
  await fireEvent.input(line, { target: { value: "good luck" } });
  await fireEvent.submit(line);
  expect(source.sent[0]?.command).toEqual({ do: "say", text: "good luck", name: "" });
  expect(line.value).toBe("good luck");
  source.sent[0]?.resolve(9);
  await waitFor(() => expect(line.value).toBe(""));
});

test("what was refused stays in the line", async () => {
  render(Chat, { table: await opened(true) });
  const line = screen.getByLabelText<HTMLInputElement>("Your message");
  await fireEvent.input(line, { target: { value: "good luck" } });
  await fireEvent.submit(line);
  source.sent[0]?.reject(new Error("not so fast"));
  await waitFor(() => expect(screen.getByRole("button", { name: "Send" })).toBeEnabled());
  expect(line.value).toBe("good luck");
});

test("who watches gives a name and is told when players read it", async () => {
  render(Chat, { table: await opened(false) });
  expect(screen.getByLabelText("Your name")).toBeRequired();
  expect(screen.getByText(/only after the game/)).toBeInTheDocument();
});

test("who watches with an account speaks under its name, and messages of accounts are marked", async () => {
  person.me = { is_guest: false, ban: null, name: "Ann" } as OwnAccount;
  const messages = [said(5, "one", { is_account: true }), said(6, "two")];
  render(Chat, { table: await opened(false, messages) });
  expect(screen.queryByLabelText("Your name")).toBeNull();
  expect(screen.getAllByTitle("has an account")).toHaveLength(1);
});

test("muting takes away what was written by that person", async () => {
  const table = await opened(true, [said(5, "rude"), said(6, "kind", { name: "Cay" })]);
  const mute = vi.fn(async () => [said(6, "kind", { name: "Cay" })]);
  source.online = { mute } as Partial<OnlineRequests> as OnlineRequests;
  render(Chat, { table });
  await fireEvent.click(screen.getByRole("button", { name: /More about.*Bob/ }));
  await fireEvent.click(screen.getByRole("button", { name: /Do not show Bob/ }));
  await waitFor(() => expect(screen.queryByText("rude")).toBeNull());
  expect(mute).toHaveBeenCalledExactlyOnceWith(5);
  expect(screen.getByText("kind")).toBeInTheDocument();
});

test("messages are unread until somebody looks, also after the page was opened again", async () => {
  const chat = [said(5, "one"), said(6, "two"), said(7, "mine", { is_yours: true })];
  const table = await opened(true, chat);
  expect(unreadOf(table).count).toBe(2);
  unreadOf(table).look();
  expect(unreadOf(table).count).toBe(0);
  const again = await opened(true, [...chat, said(8, "three")]);
  expect(unreadOf(again).count).toBe(1);
});
