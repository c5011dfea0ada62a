import { render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
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
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(overview)));
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
  expect(orcs).toHaveTextContent(/Costs 1 coin.*\+2\.0.*Too few games/s);
  expect(within(gnomes as HTMLElement).queryByRole("link")).toBeNull();
  expect(screen.queryByText(/Elves/)).toBeNull();
});
