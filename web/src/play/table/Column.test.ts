import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import { scene, view } from "../../testing/scene";
import { lookup } from "../shownRules.svelte";
import Column from "./Column.svelte";

const COLUMN = view({
  column: [
    { race: "orcs", power: "flying", tokens: 10, coins: 2, price: 0 },
    { race: "elves", power: "hill", tokens: 10, coins: 0, price: 1 },
  ],
});

function draw(pickable: number[] = []) {
  const onpick = vi.fn();
  render(Column, { scene: scene(COLUMN), pickable: new Set(pickable), onpick });
  return { onpick };
}

test("combos stand in their order with tokens, price and the coins that lie on them", () => {
  draw();
  const [first, second] = screen.getAllByRole("listitem");
  expect(first).toHaveTextContent(/Flying.*Orcs.*10 race tokens.*Free.*2 coins lie on it/);
  expect(second).toHaveTextContent(/Hill.*Elves.*Costs 1 coin/);
  expect(second).not.toHaveTextContent("lie on it");
});

test("tokens look like counters, what lies there like a gain, and only the price says what it costs", () => {
  draw();
  const [first, second] = screen.getAllByRole("listitem");
  expect(first?.querySelector(".count")).toHaveTextContent("×10");
  expect(first?.querySelector(".gain")).toHaveTextContent("+2");
  expect(second?.querySelector(".gain")).toBeNull();
  expect(second?.querySelector(".price")).toHaveTextContent("Costs 1 coin");
  expect(first?.querySelector(".tokens")).toHaveAttribute("title", "Race tokens you get");
});

test("only what can be picked now is picked when it is pressed", async () => {
  const { onpick } = draw([1]);
  await fireEvent.click(screen.getByRole("button", { name: /^Flying Orcs/ }));
  expect(onpick).not.toHaveBeenCalled();
  await fireEvent.click(screen.getByRole("button", { name: /^Hill Elves/ }));
  expect(onpick).toHaveBeenCalledExactlyOnceWith(1);
});

test("the price can be heard before picking", () => {
  draw([1]);
  expect(screen.getByRole("button", { name: /^Hill Elves.*Costs 1 coin/ })).toBeVisible();
});

test("the rules of a combo open and close", async () => {
  draw();
  const about = screen.getByRole("button", { name: /^Flying Orcs/ });
  await fireEvent.click(about);
  expect(about).toHaveAttribute("aria-expanded", "true");
  const first = within(screen.getAllByRole("listitem")[0] as HTMLElement);
  expect(first.getByRole("heading", { name: /Orcs/ })).toBeVisible();
  await fireEvent.click(about);
  expect(first.queryByRole("heading")).toBeNull();
});

test("each combo says in a line for its power and one for its race what they do", () => {
  draw();
  const [first] = screen.getAllByRole("listitem");
  expect(first).toHaveTextContent("Conquer anywhere on land");
  expect(first).toHaveTextContent("+1 coin per non-empty conquest");
});

test("what is chosen opens its rules there, or tells who shows them elsewhere", async () => {
  render(Column, { scene: scene(COLUMN), pickable: new Set([0, 1]), chosen: 1, onpick: vi.fn() });
  expect(screen.getByRole("heading", { name: /Elves/ })).toBeVisible();
  cleanup();
  const onlook = vi.fn();
  render(Column, { scene: scene(COLUMN), pickable: new Set([0, 1]), chosen: 1, onpick: vi.fn(), onlook });
  expect(screen.queryByRole("heading", { name: /Elves/ })).toBeNull();
  await fireEvent.focus(screen.getByRole("button", { name: /^Flying Orcs/ }));
  expect(onlook).toHaveBeenLastCalledWith(0);
  await fireEvent.blur(screen.getByRole("button", { name: /^Flying Orcs/ }));
  expect(onlook).toHaveBeenLastCalledWith(null);
});

test("where rules are only shown while one points at a combo, a press keeps them in sight", async () => {
  render(Column, { scene: scene(COLUMN), pickable: new Set([1]), onpick: vi.fn(), onlook: vi.fn() });
  await fireEvent.click(screen.getByRole("button", { name: /^Hill Elves/ }));
  expect(lookup.piece).toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: /^Flying Orcs/ }));
  expect(lookup.piece).toEqual({ race: "orcs", power: "flying" });
  lookup.close();
});

test("a finger that stays reads the rules and picks nothing", async () => {
  const { onpick } = draw([0, 1]);
  await fireEvent.contextMenu(screen.getByRole("button", { name: /^Hill Elves/ }));
  expect(screen.getByRole("heading", { name: /Elves/ })).toBeVisible();
  expect(onpick).not.toHaveBeenCalled();
});
