import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, expect, test } from "vitest";
import type { Box, Piece } from "../../api/kinds";
import OwnPieces from "./OwnPieces.svelte";

const piece = (id: string, name: string, is_own: boolean): Piece =>
  ({
    id,
    name,
    is_own,
    tokens: 5,
    text: {},
    traits: [{ code: "trait_reach_water", params: {} }],
  }) as unknown as Piece;

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= () => undefined;
});

test("who is invited can read what the own races of the table do", async () => {
  const box: Box = {
    races: [piece("orcs", "Orcs", false), piece("otters", "Marsh Otters", true)],
    powers: [],
    maps: [],
  };
  render(OwnPieces, { box });
  expect(screen.queryByRole("button", { name: "Orcs" })).toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: "Marsh Otters" }));
  expect(screen.getByText("It may conquer seas and the lake.")).toBeInTheDocument();
});
