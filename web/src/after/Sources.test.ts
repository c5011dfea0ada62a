import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { GAME } from "../testing/game";
import { scene, view } from "../testing/scene";
import { accountsOf } from "./scores";
import Sources from "./Sources.svelte";

test("coins beyond those of the regions are named after the race or special power that pays them", () => {
  render(Sources, { scene: scene(view()), accounts: accountsOf(GAME, [11, 12]) });
  expect(screen.getByText("Granted beyond the regions: Orcs 1, Forest 1")).toBeVisible();
  expect(screen.getByText("Game turn 1: regions 2, Orcs 1, Forest 1")).toBeInTheDocument();
  expect(screen.getByText("Game turn 2: Orcs in decline 3")).toBeInTheDocument();
});
