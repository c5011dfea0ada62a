import { expect, test } from "vitest";
import { hashOf } from "../core/luck/sha256";
import { numbersIn } from "./logNumbers";

const texts = (...entries: object[]): string[] => entries.map((entry) => JSON.stringify({ entry }));

test("numbers are followed from sitting down to telling them", () => {
  const log = numbersIn(
    texts(
      { kind: "opened" },
      { kind: "joined", seat: 0, commitment: "a" },
      { kind: "committed", seat: 0, commitment: "b" },
      { kind: "joined", seat: 1, nonce: "plain" },
      { kind: "revealed", seat: 0, nonce: "n" },
    ),
    2,
  );
  const [free, plain] = [
    { commitment: "", nonce: "" },
    { commitment: hashOf("plain"), nonce: "plain" },
  ];
  expect(log).toEqual([
    [free, free],
    [{ commitment: "a", nonce: "" }, free],
    [{ commitment: "b", nonce: "" }, free],
    [{ commitment: "b", nonce: "" }, plain],
    [{ commitment: "b", nonce: "n" }, plain],
  ]);
});

test("whoever leaves takes the number along, and whoever takes a seat over before the game brings another", () => {
  const sat = { kind: "joined", seat: 0, commitment: "a" };
  const last = (...entries: object[]): string | undefined =>
    numbersIn(texts(sat, ...entries), 1).at(-1)?.[0]?.commitment;
  expect(last({ kind: "left", seat: 0 })).toBe("");
  expect(last({ kind: "filled", seat: 0 })).toBe("");
  expect(last({ kind: "moved", seat: 0, keeps_nonce: false })).toBe("");
  expect(last({ kind: "moved", seat: 0 })).toBe("a");
  expect(last({ kind: "started" }, { kind: "moved", seat: 0, keeps_nonce: false })).toBe("a");
});
