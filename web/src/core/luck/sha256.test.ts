import { createHash, createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { hexOf } from "../../engine/hex";
import { bytesOf, hashOf, hmac, sha256, textBytes } from "./sha256";

test("hashes are those of every other program, whatever the length", () => {
  expect(hashOf("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  for (let length = 0; length < 200; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 37 + length) % 256);
    expect(hexOf(sha256(bytes))).toBe(createHash("sha256").update(bytes).digest("hex"));
  }
});

test("keyed hashes are, too", () => {
  for (const length of [0, 5, 32, 64, 65, 100]) {
    const key = Uint8Array.from({ length }, (_, at) => (at * 91) % 256);
    const expected = createHmac("sha256", key).update("some words").digest("hex");
    expect(hexOf(hmac(key, textBytes("some words")))).toBe(expected);
  }
});

test("digits are read and written", () => {
  expect(hexOf(bytesOf("00ff10"))).toBe("00ff10");
});
