import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { scene, view } from "../../testing/scene";
import Tray from "./Tray.svelte";

test("the tray tells the tokens, banners and badges that are left", () => {
  const left = view({
    tray: { orcs: 5, elves: 0 },
    unrevealed_banners: ["giants"],
    unrevealed_badges: ["hill", "swamp"],
    discarded_badges: ["wealthy"],
  });
  render(Tray, { scene: scene(left) });
  const tray = screen.getByRole("group");
  expect(tray).toHaveTextContent("Orcs: 5");
  expect(tray).not.toHaveTextContent("Elves");
  expect(tray).toHaveTextContent(/1 race banner not yet shown.*2 special power badges not yet shown/);
  expect(tray).toHaveTextContent("Wealthy");
});
