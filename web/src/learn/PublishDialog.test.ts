import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Box, CreationCard, Piece, Publication } from "../api/kinds";
import { person } from "../core/http/person.svelte";
import PublishDialog from "./PublishDialog.svelte";

const gnomes = { id: "gnomes", name: "Gnomes", is_own: true, text: { en: "They dig." }, traits: [] };
const BOX: Box = { races: [gnomes as unknown as Piece], powers: [], maps: [] };
const KNOWN = { id: "c1", name: "Gnomes", summary: "Diggers", language: "de" } as CreationCard;

let sent: Publication[];
let isAway = false;

const PER_PAGE = 24;

/** A server that knows who asks, what they published before, page by page, and takes everything. */
function serve(name: string | null, own: readonly CreationCard[]): void {
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
    const answer = (body: unknown): Promise<Response> => Promise.resolve(new Response(JSON.stringify(body)));
    if (path === "/api/account/me") return answer(name === null ? null : { is_guest: false, name });
    if (isAway) return Promise.reject(new TypeError("away"));
    if (path.startsWith("/api/publishing?")) return answer({ is_waiting: path.endsWith("creation=") });
    if (init?.method !== "POST") {
      const page = Number(new URL(path, "http://localhost").searchParams.get("page") ?? 1);
      const end = page * PER_PAGE;
      const next = end < own.length ? page + 1 : null;
      return answer({ creations: own.slice(end - PER_PAGE, end), total: own.length, next });
    }
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

async function opened(
  name: string | null,
  own: readonly CreationCard[] = [],
  more: { box?: Box; origin?: string } = {},
): Promise<void> {
  serve(name, own);
  await person.refresh();
  render(PublishDialog, { text: "[race.gnomes]", box: BOX, onclose: () => undefined, ...more });
}

test("everything is filled in, so that one more tap publishes", async () => {
  await opened("Annabella");
  await screen.findByLabelText("In one or two lines");
  expect(screen.getByText("Gnomes")).toBeInTheDocument();
  expect(await screen.findByText(/A moderator looks at it before others see it/)).toBeInTheDocument();
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
  expect(screen.queryByText(/A moderator looks/)).toBeNull();
  screen.getByRole("button", { name: "Publish" }).click();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ creation: "c1", summary: "Diggers", language: "de" });
});

test("what it was opened from is found among many creations, whatever it is called now", async () => {
  const others = Array.from({ length: 60 }, (_, at) => ({ ...KNOWN, id: `o${at}`, name: `Other ${at}` }));
  const origin = { ...KNOWN, id: "old", name: "Before" };
  await opened("Annabella", [KNOWN, ...others, origin], { origin: "old" });
  expect(await screen.findByLabelText("Publish as")).toHaveValue("old");
  expect(screen.getByText("A new version begins without votes.")).toBeInTheDocument();
  screen.getByRole("button", { name: "Publish" }).click();
  await vi.waitFor(() => expect(sent).toMatchObject([{ creation: "old" }]));
});

test("a set is known by its pieces", async () => {
  const piece = (name: string): CreationCard["pieces"][number] =>
    ({ name }) as CreationCard["pieces"][number];
  const set = (id: string, ...names: string[]): CreationCard => ({
    ...KNOWN,
    id,
    name: "Folk",
    pieces: names.map(piece),
  });
  const imps = { ...gnomes, id: "imps", name: "Imps" } as unknown as Piece;
  const box = { ...BOX, races: [...BOX.races, imps] };
  await opened("Annabella", [set("far", "Gnomes", "Owls", "Elks"), set("near", "Imps", "Gnomes", "Owls")], {
    box,
  });
  expect(await screen.findByLabelText("Publish as")).toHaveValue("near");
});

test("nothing is published as something new because one's creations could not be read", async () => {
  isAway = true;
  await opened("Annabella", [KNOWN], { origin: "c1" });
  const again = await screen.findByRole("button", { name: "Try again" });
  expect(screen.getByRole("button", { name: "Publish" })).toBeDisabled();
  isAway = false;
  again.click();
  expect(await screen.findByLabelText("Publish as")).toHaveValue("c1");
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
  const link = screen.getByRole("link", { name: "To the account" });
  expect(link.getAttribute("href")).toMatch(/^\/account\b/);
  expect(screen.queryByRole("button", { name: "Publish" })).toBeNull();
});
