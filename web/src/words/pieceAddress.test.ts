import { expect, test } from "vitest";
import { addressed, pieceAddress } from "./pieceAddress";

test("a piece of the box has an address that leads back to it", () => {
  const piece = { kind: "power", id: "dragon_master" } as const;
  expect(pieceAddress(piece)).toBe("/rules/powers/dragon_master");
  expect(addressed("powers/dragon_master")).toEqual(piece);
  expect(addressed("races/orcs")).toEqual({ kind: "race", id: "orcs" });
});

test("a piece that somebody made up has none", () => {
  expect(pieceAddress({ kind: "race", id: "gnomes" })).toBeNull();
});

test("what else stands behind the rules is the book", () => {
  expect(addressed("")).toBeNull();
  expect(addressed("terrains/hill")).toBeNull();
  expect(addressed("races/")).toBeNull();
});
