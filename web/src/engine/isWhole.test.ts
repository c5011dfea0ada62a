import { afterEach, expect, it, vi } from "vitest";
import { hashOf, textBytes } from "../core/luck/sha256";
import { isWhole } from "./isWhole";

const file = { bytes: 6, sha256: hashOf("engine") };

afterEach(() => vi.unstubAllGlobals());

it("is whole with the size and the hash of the list, and with no other", async () => {
  expect(await isWhole(textBytes("engine"), file)).toBe(true);
  expect(await isWhole(textBytes("engime"), file)).toBe(false);
  expect(await isWhole(textBytes("engin"), file)).toBe(false);
});

it("is compared by its size where a page cannot compute hashes", async () => {
  vi.stubGlobal("crypto", {});
  expect(await isWhole(textBytes("engime"), file)).toBe(true);
  expect(await isWhole(textBytes("engin"), file)).toBe(false);
});
