/** Reads from a font file (WOFF2) which letters it has. */
import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";

const HEADER = 48;
/** The places of some tables in the list of those that have no name in the file. */
const [CMAP, GLYF, LOCA, NAMED] = [0, 10, 11, 63];
/** How a table of letters is written that has ranges of 16-bit numbers. */
const BY_RANGES = 4;

export function lettersIn(file: string): Set<string> {
  const font = readFileSync(file);
  const tables = new DataView(new Uint8Array(unpacked(font)).buffer);
  const cmap = tableAt(font, CMAP);
  const parts = Array.from({ length: tables.getUint16(cmap + 2) }, (_, at) => cmap + 4 + 8 * at);
  const part = parts
    .map((at) => cmap + tables.getUint32(at + 4))
    .find((at) => tables.getUint16(at) === BY_RANGES);
  if (part === undefined)
    throw new Error(`The letters of ${file} are written in a way that is not known here`);
  const length = tables.getUint16(part + 6);
  const letters = new Set<string>();
  for (let at = 0; at < length; at += 2) {
    const [first, last] = [tables.getUint16(part + 16 + length + at), tables.getUint16(part + 14 + at)];
    for (let code = first; code <= last; code += 1) letters.add(String.fromCodePoint(code));
  }
  return letters;
}

/** All tables one after the other: the end of the file, compressed. */
function unpacked(font: Buffer): Buffer {
  const { end } = directory(font);
  return brotliDecompressSync(font.subarray(end, end + font.readUInt32BE(20)));
}

/** Where a table begins in what is unpacked. */
function tableAt(font: Buffer, wanted: number): number {
  const { tables } = directory(font);
  const place = tables.findIndex(({ kind }) => kind === wanted);
  return tables.slice(0, place).reduce((sum, { size }) => sum + size, 0);
}

function directory(font: Buffer): { tables: { kind: number; size: number }[]; end: number } {
  let end = HEADER;
  /** A number in groups of seven bits; all but the last begin with a 1. */
  const number = (): number => {
    for (let value = 0; ;) {
      const byte = font.readUInt8(end++);
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  const tables = Array.from({ length: font.readUInt16BE(12) }, () => {
    const flags = font.readUInt8(end++);
    const [kind, way] = [flags & 63, flags >> 6];
    if (kind === NAMED) end += 4;
    const size = number();
    const isTransformed = kind === GLYF || kind === LOCA ? way !== 3 : way !== 0;
    return { kind, size: isTransformed ? number() : size };
  });
  return { tables, end };
}
