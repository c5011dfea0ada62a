/** Prints how large files are, as they are and with brotli, as JSON: node tools/brotliSizes.ts FILE ... */
import { readFileSync } from "node:fs";
import process from "node:process";
import { brotliCompressSync, constants } from "node:zlib";

/** The largest window that every browser can read. */
const WINDOW_BITS = 24;

const sizes = Object.fromEntries(
  process.argv.slice(2).map((file) => {
    const data = readFileSync(file);
    const params = {
      [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
    };
    return [file, { bytes: data.length, brotli: brotliCompressSync(data, { params }).length }];
  }),
);
process.stdout.write(JSON.stringify(sizes));
