import { deflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { sfntOf } from "./woff";

/** A file with one table that is packed and one that is not. */
function woff(): Buffer {
  const [long, short] = [Buffer.alloc(100, 7), Buffer.from([1, 2, 3])];
  const packed = deflateSync(long);
  const file = Buffer.alloc(84 + packed.length + short.length);
  file.writeUInt32BE(0x774f4646, 0);
  file.writeUInt32BE(0x00010000, 4);
  file.writeUInt16BE(2, 12);
  [0x67616161, 84, packed.length, long.length, 11].forEach((value, at) =>
    file.writeUInt32BE(value, 44 + 4 * at),
  );
  [0x67626262, 84 + packed.length, 3, 3, 12].forEach((value, at) => file.writeUInt32BE(value, 64 + 4 * at));
  packed.copy(file, 84);
  short.copy(file, 84 + packed.length);
  return file;
}

it("unpacks every table to where its entry says", () => {
  const font = sfntOf(woff());
  expect(font.readUInt32BE(0)).toBe(0x00010000);
  expect(font.readUInt16BE(4)).toBe(2);
  const [first, second] = [font.readUInt32BE(12 + 8), font.readUInt32BE(28 + 8)];
  expect(font.subarray(first, first + font.readUInt32BE(12 + 12))).toEqual(Buffer.alloc(100, 7));
  expect(font.subarray(second, second + font.readUInt32BE(28 + 12))).toEqual(Buffer.from([1, 2, 3]));
  expect([first % 4, second % 4, font.length % 4]).toEqual([0, 0, 0]);
});

it("refuses what is no WOFF file", () => {
  expect(() => sfntOf(Buffer.alloc(50))).toThrow("no WOFF file");
});
