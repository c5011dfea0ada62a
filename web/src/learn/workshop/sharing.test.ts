import { expect, test } from "vitest";
import { packed, unpacked } from "./sharing";

const TEXT = '[race.gnomes]\nname = "Gnömes 🍄"\ntokens = 6\ntokens_of = "ratmen"\n'.repeat(3);

test("what is shared arrives as it was, and shorter on its way", async () => {
  const code = await packed(TEXT);
  expect(await unpacked(code)).toBe(TEXT);
  expect(code.length).toBeLessThan(TEXT.length);
});

test("the code has only letters that need no quoting in an address", async () => {
  for (let length = 0; length < 40; length += 1) {
    const text = Array.from(TEXT)
      .slice(0, length * 3)
      .join("");
    const code = await packed(text);
    expect(code).toMatch(/^[\w-]*$/);
    expect(await unpacked(code)).toBe(text);
  }
});

test("a damaged code is nothing", async () => {
  const code = await packed(TEXT);
  expect(await unpacked(code.slice(0, -8))).toBeNull();
  expect(await unpacked("%%%")).toBeNull();
  expect(await unpacked("abcdef")).toBeNull();
});

test("a code that swells beyond all bounds is nothing", async () => {
  expect(await unpacked(await packed(" ".repeat(3_000_000)))).toBeNull();
});
