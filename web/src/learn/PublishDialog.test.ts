import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Box, CreationCard, Piece, Publication } from "../api/kinds";
import { person } from "../core/http/person.svelte";
import PublishDialog from "./PublishDialog.svelte";

const gnomes = { id: "gnomes", name: "Gnomes", is_own: true, text: { en: "They dig." }, traits: [] };
const BOX: Box = { races: [gnomes as unknown as Piece], powers: [], maps: [] };
const KNOWN = { id: "c1", name: "Gnomes", summary: "Diggers", language: "de" } as CreationCard;

let sent: Publication[];

/** A server that knows who asks, what they published before, and takes everything. */
function serve(name: string | null, own: readonly CreationCard[]): void {
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
    const answer = (body: unknown): Promise<Response> => Promise.resolve(new Response(JSON.stringify(body)));
    if (path === "/api/account/me") return answer(name === null ? null : { is_guest: false, name });
    if (init?.method !== "POST") return answer({ creations: own, total: own.length, next: null });
    sent.push(JSON.parse(String(init.body)) as Publication);
    return answer({ creation: "c9", version: "d9", is_waiting: false, is_known: false });
  });
}

beforeEach(() => {
  sent = [];
  // jsdom has no dialogs.
  HTMLDialogElement.prototype.showModal = function (): void {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function (): void {
    this.open = false;
  };
  vi.stubGlobal("scrollTo", () => undefined);
});

afterEach(() => vi.unstubAllGlobals());

async function opened(name: string | null, own: readonly CreationCard[] = []): Promise<void> {
  serve(name, own);
  await person.refresh();
  render(PublishDialog, { text: "[race.gnomes]", box: BOX, onclose: () => undefined });
}

test("everything is filled in, so that one more tap publishes", async () => {
  await opened("Annabella");
  await screen.findByLabelText("In one or two lines");
  expect(screen.getByText("Gnomes")).toBeInTheDocument();
  expect(screen.getByText(/A moderator looks at your first one/)).toBeInTheDocument();
  screen.getByRole("button", { name: "Publish" }).click();
  await vi.waitFor(() => expect(location.pathname).toBe("/gallery/c9"));
  const words = { summary: "They dig.", language: "en", note: "" };
  expect(sent).toEqual([{ text: "[race.gnomes]", creation: "", ...words }]);
});

test("what has the name of one's own creation is a new version of it, unless one says otherwise", async () => {
  await opened("Annabella", [KNOWN]);
  const choice = await screen.findByLabelText("Publish as");
  expect(choice).toHaveValue("c1");
  expect(screen.getByLabelText("In one or two lines")).toHaveValue("Diggers");
  screen.getByRole("button", { name: "Publish" }).click();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ creation: "c1", summary: "Diggers", language: "de" });
});

test("nothing is published before somebody has said what it is like", async () => {
  await opened("Annabella");
  const summary = await screen.findByLabelText("In one or two lines");
  await fireEvent.input(summary, { target: { value: " \n " } });
  screen.getByRole("button", { name: "Publish" }).click();
  expect(await screen.findByText(/Say in one or two lines what it is like/)).toBeInTheDocument();
  expect(summary).toHaveFocus();
  await fireEvent.input(summary, { target: { value: "They dig deep." } });
  screen.getByRole("button", { name: "Publish" }).click();
  await vi.waitFor(() => expect(sent).toMatchObject([{ summary: "They dig deep." }]));
});

test("a guest is told kindly why it needs an account, and where to make one", async () => {
  await opened(null);
  expect(await screen.findByText(/Whoever publishes has an account/)).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "To the account" })).toHaveAttribute("href", "/account");
  expect(screen.queryByRole("button", { name: "Publish" })).toBeNull();
});
