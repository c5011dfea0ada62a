import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import type { Table } from "../core/table/table.svelte";
import { scene, step, view } from "../testing/scene";
import Waiting from "./Waiting.svelte";

test("while the end of a turn is shown, the one who is marked to move is named", () => {
  const next = view({ phase: "ready", seat: 1, to_move: 1 });
  const table = { ...scene(next), step: step([], null, next), log: [], ownSeats: [], isCaughtUp: true };
  render(Waiting, { table: table as unknown as Table, id: "title" });
  expect(screen.getByRole("heading")).toHaveTextContent("Bob begins a turn");
});
