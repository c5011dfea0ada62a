/** Prints how large files are, as they are and with brotli, as JSON: node tools/brotliSizes.ts FILE ... */
import { readFileSync } from "node:fs";
import process from "node:process";
import { brotli } from "./brotli.ts";

const sizes = Object.fromEntries(
  process.argv.slice(2).map((file) => {
    const data = readFileSync(file);
    return [file, { bytes: data.length, brotli: brotli(data).length }];
  }),
);
process.stdout.write(JSON.stringify(sizes));
