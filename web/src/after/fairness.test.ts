import { expect, test } from "vitest";
import { verify } from "./fairness";

// What the server's own functions make of this seed and these numbers.
const SEED = "00112233445566778899aabbccddeeff0123456789abcdeffedcba9876543210";
const COMMITMENT = "fee4349a190ef12863fc999eeb82d4eb21e3d19109d10fb2e574af61362a1c7f";
const KEY = "8b034db98f4521086955e4c9f91f362a916a90c3dc8cec85d3ed48de065e7099";
const NONCES = ["abc123", "", "Zz9"];

test("a pledge that was kept is seen as kept, and makes the server's key", async () => {
  const verdict = await verify({ commitment: COMMITMENT, nonces: NONCES, seed: SEED });
  expect(verdict).toEqual({ hash: COMMITMENT, isKept: true, key: KEY });
});

test("another seed than the pledged one is found out", async () => {
  const verdict = await verify({ commitment: COMMITMENT, nonces: NONCES, seed: SEED.replace("00", "01") });
  expect(verdict.isKept).toBe(false);
});

test("the order of the seats matters for the key", async () => {
  const verdict = await verify({ commitment: COMMITMENT, nonces: NONCES.toReversed(), seed: SEED });
  expect(verdict.key).not.toBe(KEY);
});
