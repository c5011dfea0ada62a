import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import type { Box, Piece } from "../../api/kinds";
import ComboText from "./ComboText.svelte";

test("an invented race is told with what it does, not only with the words of its author", () => {
  const penguins = {
    id: "penguins",
    is_own: true,
    name: "Penguins",
    tokens: 5,
    text: { en: "Formally dressed." },
    traits: [{ code: "trait_reach_water", params: {} }],
  } as unknown as Piece;
  const box: Box = { races: [penguins], powers: [], maps: [] };
  render(ComboText, { race: "penguins", power: null, box });
  expect(screen.getByText("Formally dressed.")).toBeVisible();
  expect(screen.getByText("It may conquer seas and the lake.")).toBeVisible();
});
