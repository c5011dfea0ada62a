import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { OwnAccount, Tip, TipList } from "../api/kinds";
import { person } from "../core/http/person.svelte";
import Tips from "./Tips.svelte";

const SUBJECT = { race: "orcs", power: "flying", players: 2 };
let list: TipList;
let sent: { method: string; path: string; body: unknown }[];

function tip(id: string, more: Partial<Tip> = {}): Tip {
  return {
    ...SUBJECT,
    id,
    language: "en",
    author: "Bob",
    text: `Tip ${id}`,
    at: 1000,
    useful: 0,
    votes: 0,
    is_own: false,
    is_useful: null,
    is_reported: false,
    removed_why: null,
    ...more,
  };
}

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= () => undefined;
  HTMLDialogElement.prototype.close ??= () => undefined;
  sent = [];
  list = { tips: [], has_played: false, own: null };
  person.me = null;
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (path === "/api/server") return new Response(JSON.stringify({ limits: { tip: 40 } }));
    if (init.method === "GET") return new Response(JSON.stringify(list));
    sent.push({ method: init.method ?? "", path, body: JSON.parse(String(init.body ?? "null")) });
    return new Response("{}");
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  person.me = null;
});

const haveAccount = (): void => {
  person.me = { is_guest: false, name: "Ann" } as OwnAccount;
};

const havePlayed = (): void => {
  haveAccount();
  list = { ...list, has_played: true };
};

test("tips are text, with their author, votes and a language that is not the page's", async () => {
  list = { ...list, tips: [tip("1", { text: "<b>Fly</b>", useful: 3, votes: 4, language: "de" })] };
  render(Tips, SUBJECT);
  const text = await screen.findByText("<b>Fly</b>");
  expect(text).toHaveAttribute("lang", "de");
  expect(screen.getByText(/Useful to 3 of 4 players/)).toHaveTextContent("Deutsch");
  expect(screen.getByRole("link", { name: "Bob" })).toHaveAttribute("href", "/people/Bob");
});

test("without an account one reads, and is told what is needed to write and to vote", async () => {
  list = { ...list, tips: [tip("1")] };
  render(Tips, SUBJECT);
  expect(await screen.findByText(/Those who have an account/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Useful" })).toBeNull();
});

test("who has an account but has not played it is told that they may after a game", async () => {
  haveAccount();
  render(Tips, SUBJECT);
  const told = await screen.findByText(/When you have finished a game/);
  expect(told).toHaveTextContent("Games with races, powers or maps of people’s own do not count.");
  expect(screen.queryByRole("button")).toBeNull();
});

test("who has played it votes, and takes the vote back with the same button", async () => {
  haveAccount();
  list = { tips: [tip("1")], has_played: true, own: null };
  render(Tips, SUBJECT);
  const useful = await screen.findByRole("button", { name: "Useful" });
  list = { ...list, tips: [tip("1", { is_useful: true, useful: 1, votes: 1 })] };
  await fireEvent.click(useful);
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Useful" })).toHaveAttribute("aria-pressed", "true"),
  );
  await fireEvent.click(screen.getByRole("button", { name: "Useful" }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent.map(({ path, body }) => [path, body])).toEqual([
    ["/api/tips/1/vote", { value: true }],
    ["/api/tips/1/vote", { value: null }],
  ]);
});

test("a tip is written in a language that is named, and is one's own then", async () => {
  havePlayed();
  render(Tips, SUBJECT);
  expect(await screen.findByText(/Nobody has written a tip/)).toBeVisible();
  await fireEvent.click(screen.getByRole("button", { name: "Write a tip" }));
  await fireEvent.input(screen.getByRole("textbox"), { target: { value: " Take the hills. " } });
  expect(screen.getByRole("textbox")).toHaveAttribute("maxlength", "40");
  await fireEvent.change(screen.getByRole("combobox"), { target: { value: "de" } });
  list = { ...list, own: tip("9", { is_own: true, text: "Take the hills." }) };
  await fireEvent.click(screen.getByRole("button", { name: "Publish the tip" }));
  expect(await screen.findByRole("heading", { name: "Your tip" })).toBeVisible();
  expect(sent[0]).toEqual({
    method: "POST",
    path: "/api/tips",
    body: { ...SUBJECT, language: "de", text: "Take the hills." },
  });
});

test("one's own tip is changed, and deleted only after a second press", async () => {
  havePlayed();
  list = { ...list, own: tip("9", { is_own: true, text: "Take the hills." }) };
  render(Tips, SUBJECT);
  await fireEvent.click(await screen.findByRole("button", { name: "Change" }));
  expect(screen.getByRole("textbox")).toHaveValue("Take the hills.");
  await fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await fireEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(sent).toEqual([]);
  list = { ...list, own: null };
  await fireEvent.click(screen.getByRole("button", { name: "Yes, delete my tip" }));
  expect(await screen.findByRole("button", { name: "Write a tip" })).toBeVisible();
  expect(sent[0]).toMatchObject({ method: "DELETE", path: "/api/tips/9" });
});

test("why a tip was refused is said where it was written, and nothing of it is lost", async () => {
  havePlayed();
  render(Tips, SUBJECT);
  await fireEvent.click(await screen.findByRole("button", { name: "Write a tip" }));
  await fireEvent.input(screen.getByRole("textbox"), { target: { value: "Hm." } });
  vi.stubGlobal("fetch", async () => {
    const problem = { code: "unheard_of", params: {}, reason: "No such luck." };
    return new Response(JSON.stringify(problem), { status: 422 });
  });
  await fireEvent.click(screen.getByRole("button", { name: "Publish the tip" }));
  expect(await screen.findByText("No such luck.")).toBeVisible();
  expect(screen.getByRole("textbox")).toHaveValue("Hm.");
});

test("who wrote a tip that was removed is told why", async () => {
  haveAccount();
  list = { ...list, own: tip("9", { is_own: true, removed_why: "It is rude." }) };
  render(Tips, SUBJECT);
  expect(await screen.findByText(/Nobody else sees this tip.*It is rude\./)).toBeVisible();
});
