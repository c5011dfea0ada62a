import { render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, test } from "vitest";
import type { TableView } from "../api/kinds";
import { Table } from "../core/table/table.svelte";
import { FakeSource } from "../testing/fakeSource";
import { spreadForm } from "../testing/forms";
import { scene, view } from "../testing/scene";
import { CONFIRM } from "./buttons";
import { DecisionControl } from "./control.svelte";
import type { Spread } from "./draft.svelte";
import DraftTools from "./DraftTools.svelte";

const FORM = spreadForm("redeploy", [1, 2], 4, {
  says_totals: true,
  room: [4, 1],
  exposed: [1],
  before: [2, 0],
  suggestion: [3, 1],
});

async function opened(form = FORM): Promise<{ control: DecisionControl; counts: () => number[] }> {
  const { shown, box } = scene(view({ phase: "redeploy", left: 4 }));
  const decision = { seat: 0, form, legal: [{ id: 0, text: "deploy 1", region: 1 }] };
  const table = new Table(new FakeSource({ ...shown, decision } as TableView, { box }));
  await table.open();
  const control = new DecisionControl(table);
  const draft = control.draft as Spread;
  render(DraftTools, { control, draft });
  return { control, counts: () => form.regions.map((region) => draft.countIn(region)) };
}

async function press(name: string): Promise<void> {
  screen.getByRole("button", { name }).click();
  await tick();
}

test("pieces are laid out in quick ways, and one by one in a list", async () => {
  const { counts } = await opened();
  await press("Strengthen the border");
  expect(counts()).toEqual([4, 0]);
  await press("Spread evenly");
  expect(counts()).toEqual([3, 1]);
  await press("As before");
  expect(counts()).toEqual([2, 0]);
  await press("As a list");
  await press("One more in region 2");
  expect(counts()).toEqual([2, 1]);
  expect(screen.getByRole("button", { name: "One more in region 2" })).toBeDisabled();
  expect(screen.getByRole("button", { name: "One more in region 1" })).toBeEnabled();
});

test("there is no way back to what nobody knows", async () => {
  await opened({ ...FORM, before: [] });
  expect(screen.queryByRole("button", { name: "As before" })).toBeNull();
});

test("nothing is changed of what is on its way", async () => {
  const { control, counts } = await opened();
  await press("As a list");
  control.press(CONFIRM);
  for (const name of ["Strengthen the border", "As before", "Reset", "One fewer in region 1"]) {
    await press(name);
  }
  expect(counts()).toEqual([3, 1]);
});
