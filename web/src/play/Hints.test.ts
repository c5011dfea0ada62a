import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import type { Hint, TableView } from "../api/kinds";
import { Table } from "../core/table/table.svelte";
import { FakeSource } from "../testing/fakeSource";
import { scene, view } from "../testing/scene";
import Hints from "./Hints.svelte";
import { DecisionControl } from "./control.svelte";

const END: Hint = {
  action: "end",
  actions: ["end"],
  regions: [],
  behind: 0,
  coins: 1,
  reasons: [],
  shared: [],
};

/** A table whose expert would end the conquests, with the hints beside it. */
async function opened(
  isBusy: boolean,
  hint = END,
  more: object = {},
): Promise<FakeSource & { control: DecisionControl }> {
  const decision = { seat: 0, legal: [{ id: 0, text: "end", region: null, ...more }] };
  const { shown, box } = scene(view());
  const source = new FakeSource({ ...shown, decision } as TableView, { box });
  source.knownHints = [hint];
  const table = new Table(source);
  await table.open();
  const control = new DecisionControl(table);
  if (isBusy) void control.act("end");
  render(Hints, { table, control, onclose: () => undefined });
  return Object.assign(source, { control });
}

test("a hint is followed by its button", async () => {
  const source = await opened(false);
  const button = await screen.findByRole("button", { name: /End/ });
  expect(button).toHaveAttribute("aria-disabled", "false");
  button.click();
  expect(source.answers).toEqual(["end"]);
});

test("regions to abandon are all named, and given up in one command", async () => {
  const hint = { ...END, actions: ["abandon 1 2", "expand"], regions: [1, 2] };
  const source = await opened(false, hint);
  const button = await screen.findByRole("button", { name: /Abandon region 1 and region 2/ });
  button.click();
  expect(source.answers).toEqual(["abandon 1 2, expand"]);
});

test("a hint that ends the turn asks first, as its button does", async () => {
  const source = await opened(false, END, { ends_turn: true });
  (await screen.findByRole("button", { name: /End/ })).click();
  expect(source.answers).toEqual([]);
  expect(source.control.confirmation?.yes).toBe("Yes, end turn");
  source.control.answer(true);
  expect(source.answers).toEqual(["end"]);
});

test("a hint that rolls for a region asks first, as a tap does", async () => {
  const hint = { ...END, action: "conquer 2", actions: ["conquer 2"], regions: [2] };
  const source = await opened(false, hint, { text: "conquer 2", region: 2, chance: 0.5 });
  (await screen.findByRole("button", { name: /2/ })).click();
  expect(source.answers).toEqual([]);
  source.control.answer(false);
  expect(source.answers).toEqual([]);
});

test("a hint is not followed while something is on its way", async () => {
  const source = await opened(true);
  const button = await screen.findByRole("button", { name: /End/ });
  button.click();
  expect(button).toHaveAttribute("aria-disabled", "true");
  expect(source.answers).toHaveLength(1);
});

test("why there are no hints stands where they would be", async () => {
  const { shown, box } = scene(view());
  const source = new FakeSource(shown as TableView, { box });
  source.hints = () => Promise.reject(new Error("not in rated games"));
  const table = new Table(source);
  await table.open();
  render(Hints, { table, control: new DecisionControl(table), onclose: () => undefined });
  expect(await screen.findByText("not in rated games")).toBeInTheDocument();
});
