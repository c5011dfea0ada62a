import { render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Piece } from "../api/kinds";
import { row, spread } from "../testing/explorer";
import { scene, view } from "../testing/scene";
import Offered from "./Offered.svelte";

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= () => undefined;
  const rows = [row("orcs", "flying", { value: spread(2) }), row("elves", "hill", { value: spread(9) })];
  const overview = {
    players: 2,
    computers: { games: 1, picks: 1, lots: 0, first_third: 3, rows },
    people: null,
  };
  const creations = [{ id: "a1", name: "Marsh Otters", may_vote: false }];
  vi.stubGlobal(
    "fetch",
    async (path: string) => new Response(JSON.stringify(path.endsWith("/creations") ? creations : overview)),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("the combos on offer are told with their price now and their value, and nothing else is", async () => {
  const column = [
    { race: "orcs", power: "flying", tokens: 10, coins: 0, price: 1 },
    { race: "gnomes", power: "flying", tokens: 10, coins: 0, price: 0 },
  ];
  render(Offered, { scene: scene(view({ column })), onclose: () => undefined });
  const link = await screen.findByRole("link", { name: "Flying Orcs" });
  expect(link).toHaveAttribute("href", "/explore/2/orcs/flying");
  const [, orcs, gnomes] = screen.getAllByRole("row");
  expect(orcs).toHaveTextContent(/Costs 1 coin.*\+2\.0 coins.*Too few games/s);
  expect(within(gnomes as HTMLElement).queryByRole("link")).toBeNull();
  expect(screen.queryByText(/Elves/)).toBeNull();
});

test("an own race is no row of the explorer: it leads to its page in the gallery", async () => {
  const column = [{ race: "otters", power: "flying", tokens: 9, coins: 0, price: 0 }];
  const shown = scene(view({ column }));
  const otters = { id: "otters", name: "Marsh Otters", is_own: true } as Piece;
  const box = { ...shown.box, races: [...shown.box.races, otters] };
  render(Offered, { scene: { ...shown, box }, isOnline: true, onclose: () => undefined });
  const link = await screen.findByRole("link", { name: "Marsh Otters in the gallery" });
  expect(link).toHaveAttribute("href", "/gallery/a1");
  expect(screen.queryByText(/Too few games/)).toBeNull();
});
