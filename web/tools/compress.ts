/**
 * Puts a compressed copy beside every file of a folder that gets smaller: node tools/compress.ts FOLDER
 * A file that has copies already is left alone.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { gzipSync } from "node:zlib";
import { brotli } from "./brotli.ts";

/** Archives are of stored files, so that they are compressed here. */
const COMPRESSIBLE = /\.(js|mjs|css|svg|webmanifest|json|html|txt|wasm|zip)$/;

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("which folder?");
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name);
  if (!entry.isFile() || !COMPRESSIBLE.test(entry.name) || existsSync(`${file}.br`)) continue;
  const data = readFileSync(file);
  writeFileSync(`${file}.gz`, gzipSync(data, { level: 9 }));
  writeFileSync(`${file}.br`, brotli(data));
}
