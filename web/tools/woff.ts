/** Unpacks a WOFF file to the plain font inside it, which programs without a browser can read. */
import { inflateSync } from "node:zlib";

const SIGNATURE = 0x774f4646;
const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const HEADER = 12;
const ENTRY = 16;

/** The next multiple of four, where a table begins. */
const padded = (length: number): number => Math.ceil(length / 4) * 4;

export function sfntOf(woff: Buffer): Buffer {
  if (woff.readUInt32BE(0) !== SIGNATURE) throw new Error("This is no WOFF file.");
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, index) => tableOf(woff, index));
  const end = tables.reduce((sum, { data }) => sum + padded(data.length), HEADER + ENTRY * tables.length);
  const font = Buffer.alloc(end);
  writeHeader(font, woff.readUInt32BE(4), tables.length);
  let offset = HEADER + ENTRY * tables.length;
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const entry = HEADER + ENTRY * index;
    font.writeUInt32BE(tag, entry);
    font.writeUInt32BE(checksum, entry + 4);
    font.writeUInt32BE(offset, entry + 8);
    font.writeUInt32BE(data.length, entry + 12);
    data.copy(font, offset);
    offset += padded(data.length);
  }
  return font;
}

function tableOf(woff: Buffer, index: number): { tag: number; checksum: number; data: Buffer } {
  const entry = WOFF_HEADER + WOFF_ENTRY * index;
  const [offset, packedLength, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [
    number,
    number,
    number,
  ];
  const packed = woff.subarray(offset, offset + packedLength);
  const data = packedLength < length ? inflateSync(packed) : packed;
  return { tag: woff.readUInt32BE(entry), checksum: woff.readUInt32BE(entry + 16), data };
}

/** The header holds numbers for a binary search over the tables. */
function writeHeader(font: Buffer, flavor: number, tables: number): void {
  const depth = Math.floor(Math.log2(tables));
  font.writeUInt32BE(flavor, 0);
  font.writeUInt16BE(tables, 4);
  font.writeUInt16BE(2 ** depth * ENTRY, 6);
  font.writeUInt16BE(depth, 8);
  font.writeUInt16BE((tables - 2 ** depth) * ENTRY, 10);
}
