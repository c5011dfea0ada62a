import { fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Box } from "../api/kinds";
import { router } from "../core/router.svelte";
import { page, spread } from "../testing/explorer";
import { LAYOUT } from "../testing/scene";
import Findings from "./Findings.svelte";

const box: Box = { races: [], powers: [], maps: [] };
let asked: string[] = [];

beforeEach(() => {
  asked = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    if (path.includes("/layout")) return new Response(JSON.stringify({ ...LAYOUT, map: "2-players" }));
    if (path === "/api/replays") return new Response(JSON.stringify({ table: "T9" }));
    return new Response(path.startsWith("/api/combos/games/") ? "a record" : "{}");
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("the value is told with its interval, and the rest of the numbers beside it", () => {
  render(Findings, { found: { games: 400, first_third: 3, page: page() }, source: "computers", box });
  const told = within(screen.getByRole("region", { name: "Games of computers" }));
  expect(told.getByText(/Games: 400\. Picks: 120\./)).toHaveTextContent("Picked by lot: 30.");
  expect(told.getByText("+2.1 coins")).toBeVisible();
  expect(told.getByText("+1.1 to +3.1")).toBeVisible();
  expect(told.getByText("55%")).toBeVisible();
  expect(told.getByText("50% to 60%")).toBeVisible();
  expect(told.getByText(/After 3 active turns/)).toBeVisible();
  expect(told.getByRole("link", { name: /^Ghouls: 40% more/ })).toHaveAttribute(
    "href",
    "/explore/2/ghouls/-",
  );
  expect(told.getByText(/\(3\): 60%/)).toBeVisible();
});

test("a game that was finished just now is not denied", () => {
  const { unmount } = render(Findings, { found: null, source: "people", box, isSoon: true });
  expect(screen.getByText(/The numbers follow within minutes/)).toBeVisible();
  unmount();
  render(Findings, { found: null, source: "people", box });
  expect(screen.getByText(/Nobody has finished such a game/)).toBeVisible();
});

test("what too few games tell of is not made up", () => {
  const found = {
    games: 3,
    first_third: 3,
    page: page({
      value: null,
      win_share: null,
      price: null,
      declines: [],
      best_decline: null,
      beaten_by: [],
    }),
  };
  render(Findings, { found, source: "people", box });
  expect(screen.getAllByText("Too few games to say.").length).toBeGreaterThanOrEqual(5);
  expect(screen.getByText("Nothing stands out.")).toBeVisible();
});

test("the value is explained, with its place among all others", () => {
  const found = { games: 20_000, first_third: 3, page: page() };
  render(Findings, { found, source: "computers", box, place: { place: 120, count: 280 } });
  expect(screen.getByText(/coins more than the free combo/)).toHaveTextContent("Place 120 of 280");
  expect(screen.getByText(/Games: 20,000\./)).toBeVisible();
  expect(screen.queryByText(/^Below zero/)).toBeNull();
});

test("a price below zero is explained, with a minus sign", () => {
  const price = { count: 9, mean: -5.4, median: -5 };
  render(Findings, { found: { games: 4, first_third: 3, page: page({ price }) }, source: "people", box });
  expect(screen.getByText(/Usually \u22125\.0, \u22125\.4 on average/)).toBeVisible();
  expect(screen.getByText(/^Below zero: more coins lay on it/)).toBeVisible();
});

test("when to go in decline is not told if the server does not know it", () => {
  const declines = [
    { turns: 2, count: 45, worth: spread(-0.6, 2.2) },
    { turns: 3, count: 314, worth: spread(-2.8, 0.9) },
  ];
  const found = { games: 400, first_third: 3, page: page({ declines, best_decline: null }) };
  render(Findings, { found, source: "computers", box });
  expect(screen.getByText("314")).toBeVisible();
  expect(screen.queryByText(/it was worth most to go in decline/)).toBeNull();
});

test("without data the page says so", () => {
  render(Findings, { found: null, source: "computers", box });
  expect(screen.getByText(/no results of computers/)).toBeVisible();
  expect(screen.queryByRole("heading", { level: 3 })).toBeNull();
});

test("a game of computers is opened as a table to look at", async () => {
  const go = vi.spyOn(router, "go").mockReturnValue(undefined);
  render(Findings, { found: { games: 4, first_third: 3, page: page() }, source: "computers", box });
  await fireEvent.click(screen.getByRole("button", { name: "Watch game 2" }));
  await waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith("/t/T9?at=1&pick=orcs/flying"));
  expect(asked).toContain("/api/combos/games/g2");
  await fireEvent.click(screen.getByRole("button", { name: "Watch game 2" }));
  await waitFor(() => expect(go).toHaveBeenCalledTimes(2));
  expect(asked.filter((path) => path === "/api/replays")).toHaveLength(1);
  go.mockRestore();
});

test("a game of people is a table already", () => {
  render(Findings, { found: { games: 4, first_third: 3, page: page() }, source: "people", box });
  expect(screen.getByRole("link", { name: "Watch game 1" })).toHaveAttribute(
    "href",
    "/t/g1?at=1&pick=orcs/flying",
  );
});
