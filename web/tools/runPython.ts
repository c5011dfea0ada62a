/**
 * Runs a Python script as the browser would: node tools/runPython.ts FOLDER SCRIPT [word ...]
 *
 * FOLDER is what `make wasm` made, or the bare runtime. The script sees the clone as /clone, gets the words as
 * `sys.argv[1:]`, and finds in `started` what starting took. Its output is ours; if it fails, so do we.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { startPython } from "../src/engine/start.ts";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");

function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const [folder, script, ...words] = process.argv.slice(2);
if (folder === undefined || script === undefined) throw new Error("needs a folder and a script");
const bundle = join(folder, "elbowroom.zip");
const before = cpuMilliseconds();
const python = await startPython(`${resolve(folder)}/`, existsSync(bundle) ? [readFileSync(bundle)] : []);
const started = cpuMilliseconds() - before;
python.mountNodeFS("/clone", ROOT);
const text = readFileSync(script, "utf8");
const first = `import sys; sys.argv = ${JSON.stringify([script, ...words])}; started = ${String(started)}\n`;
try {
  python.runPython(first);
  python.runPython(text, { filename: script });
} catch (error) {
  // Only the words: Node would print the line of the runtime that threw, which is its whole text.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
