import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import type { Cost } from "../api/kinds";
import { scene, view } from "../testing/scene";
import Inspector from "./Inspector.svelte";

const COST: Cost = {
  region: 1,
  total: 2,
  parts: [{ name: "base", amount: 2 }],
  tokens: 4,
  reasons: [],
  chance: null,
};

function explain(code: "not_adjacent" | "water") {
  const reasons = [{ code, params: { region: "1" } }];
  return render(Inspector, {
    scene: scene(view({ acting_race: "orcs" })),
    region: 1,
    cost: { ...COST, reasons },
  });
}

test("a region that cannot be taken yet has a price, and water has none", () => {
  const { unmount } = explain("not_adjacent");
  expect(screen.getByText("= 2")).toBeInTheDocument();
  unmount();
  explain("water");
  expect(screen.getByText("It cannot be taken now:")).toBeInTheDocument();
  expect(screen.queryByText("= 2")).toBeNull();
});
