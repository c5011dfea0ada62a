/** Puts a compressed copy beside every built file that the server sends as text. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

const BUILT = join(dirname(fileURLToPath(import.meta.url)), "../../src/elbowroom/server/client");
const TEXTS = /\.(js|css|svg|webmanifest|json)$/;

for (const entry of readdirSync(BUILT, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !TEXTS.test(entry.name)) continue;
  const file = join(entry.parentPath, entry.name);
  const text = readFileSync(file);
  writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
  writeFileSync(`${file}.br`, brotliCompressSync(text));
}
