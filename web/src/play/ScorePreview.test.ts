import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import type { Box, Score } from "../api/kinds";
import { part } from "../testing/events";
import ScorePreview from "./ScorePreview.svelte";

const box: Box = { maps: [], races: [], powers: [] };

function show(score: Score): void {
  render(ScorePreview, { score, box, isBrief: false });
}

test("coins are told by who pays them", () => {
  show({ total: 3, parts: [part("orcs", "regions", 2), part("orcs", "forest", 1, "forest")], gives_up: 0 });
  expect(screen.getByText("3 coins this turn")).toBeVisible();
  expect(screen.getByRole("rowheader", { name: "Forest", hidden: true })).toBeInTheDocument();
  expect(screen.queryByText(/give up/)).toBeNull();
});

test("what must be given up for them is told, even if nothing is left to pay", () => {
  show({ total: 0, parts: [], gives_up: 1 });
  expect(screen.getByText(/must give up 1 region:/)).toBeInTheDocument();
});
