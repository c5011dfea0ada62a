import { expect, test } from "vitest";
import type { PatchUpdate, TableView } from "../api/kinds";
import { GAME } from "../testing/game";
import { region } from "../testing/scene";
import { endsOf, holdingsAt } from "./holdings";

/** Region 1 goes to another seat with each entry. */
function update(seq: number): PatchUpdate {
  const steps = [{ text: null, events: [], patch: { regions: { "0": { owner: seq } } } }];
  return { type: "patch", seq, at: 0, what: "acted", seat: 0, steps } as unknown as PatchUpdate;
}

test("the regions are those at the end of each game turn, read from the whole game at once", () => {
  const state = { table: "t", seq: 1, seats: [], view: { regions: [region(1)] } } as unknown as TableView;
  const updates = Array.from({ length: 13 }, (_, at) => update(at + 2));
  const ends = endsOf(GAME);
  expect(ends).toEqual([
    { gameTurn: 1, seq: 10 },
    { gameTurn: 2, seq: 14 },
  ]);
  expect(holdingsAt({ state, updates }, ends).map(([first]) => first?.owner)).toEqual([10, 14]);
  expect(holdingsAt({ state: { ...state, seq: 13 }, updates: [update(14)] }, ends)[0]).toEqual([]);
});
