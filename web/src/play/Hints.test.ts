import { render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import type { Hint } from "../api/kinds";
import type { Table } from "../core/table/table.svelte";
import { scene, view } from "../testing/scene";
import Hints from "./Hints.svelte";
import type { DecisionControl } from "./control.svelte";

const END: Hint = { action: "end", value: 1, reasons: [] } as unknown as Hint;

function shown(isBusy: boolean): ReturnType<typeof vi.fn> {
  const { box } = scene(view());
  const decision = { seat: 0, legal: [{ id: 0, text: "end", region: null }] };
  const act = vi.fn();
  const control = { isBusy, act, point: vi.fn(), situation: { decision, view: view(), box, names: [] } };
  const table = { head: { seq: 1 }, hints: () => Promise.resolve([END]) };
  render(Hints, {
    table: table as unknown as Table,
    control: turn as unknown as DecisionControl,
    onclose: () => undefined,
  });
  return act;
}

test("a hint is followed by its button", async () => {
  const act = shown(false);
  (await screen.findByRole("button", { name: /End/ })).click();
  expect(act).toHaveBeenCalledWith("end");
});

test("a hint is not followed while something is on its way", async () => {
  const act = shown(true);
  const button = await screen.findByRole("button", { name: /End/ });
  button.click();
  expect(button).toHaveAttribute("aria-disabled", "true");
  expect(act).not.toHaveBeenCalled();
});
