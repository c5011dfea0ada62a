import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Box, Piece } from "../../api/kinds";
import ComboTips from "./ComboTips.svelte";

const box: Box = { races: [], powers: [], maps: [] };
let asked: string[] = [];

beforeEach(() => {
  asked = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return new Response(JSON.stringify({ tips: [], has_played: false, own: null }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("a card leads to the explorer for as many players as play", () => {
  render(ComboTips, { race: "orcs", power: "flying", box, players: 4 });
  const link = screen.getByRole("link", { name: "Flying Orcs in the explorer" });
  expect(link).toHaveAttribute("href", "/explore/4/orcs/flying");
});

test("tips are asked for when they are unfolded, and not before", async () => {
  const { container } = render(ComboTips, { race: "orcs", power: "flying", box, players: 4 });
  expect(asked).toEqual([]);
  const details = container.querySelector("details") as HTMLDetailsElement;
  details.open = true;
  await fireEvent(details, new Event("toggle"));
  expect(await screen.findByText(/Nobody has written a tip/)).toBeInTheDocument();
  await waitFor(() => expect(asked).toEqual(["/api/tips?race=orcs&power=flying&players=4&language=en"]));
});

test("a race that lost its special power has no tips, and a piece that somebody made nothing at all", () => {
  const { container, rerender } = render(ComboTips, { race: "orcs", power: null, box, players: 2 });
  expect(container.querySelector("details")).toBeNull();
  expect(screen.getByRole("link")).toHaveAttribute("href", "/explore/2/orcs/-");
  const orcs = { id: "orcs", is_own: true } as Piece;
  void rerender({ race: "orcs", power: "flying", box: { ...box, races: [orcs] }, players: 2 });
  return waitFor(() => expect(screen.queryByRole("link")).toBeNull());
});
