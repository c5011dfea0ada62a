/** Fetches the engine from its folder, tells how far that is, checks it against its manifest, and starts it. */
import { isWhole, type DescribedFile } from "./isWhole.ts";
import { startPython, type Python } from "./start.ts";
import { streamedBytes } from "./streamedBytes.ts";

export type EngineTrouble = "engine_unreachable" | "engine_damaged" | "engine_unsupported";

/** Why there is no engine; the code of a refusal says it in words. */
export class EngineError extends Error {
  readonly code: EngineTrouble;

  constructor(code: EngineTrouble, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

interface Manifest {
  files: Record<string, DescribedFile>;
}

export type OnProgress = (loaded: number, total: number) => void;

const BUNDLE = "elbowroom.zip";
/** What Python fetches as it starts; its modules (.mjs) the browser fetches by itself. */
const FETCHED = ["pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"];
const TYPES: Readonly<Record<string, string>> = { wasm: "application/wasm", json: "application/json" };

export async function loadEngine(folder: string, onProgress: OnProgress): Promise<Python> {
  const manifest = JSON.parse(new TextDecoder().decode(await fetched(`${folder}manifest.json`))) as Manifest;
  const names = [BUNDLE, ...FETCHED];
  const total = names.reduce((sum, name) => sum + (manifest.files[name]?.bytes ?? 0), 0);
  let loaded = 0;
  const load = async (name: string): Promise<[string, Uint8Array<ArrayBuffer>]> => {
    const file = manifest.files[name];
    const data = await fetched(folder + name, file?.bytes, (bytes) => {
      loaded += bytes;
      onProgress(Math.min(loaded, total), total);
    });
    if (file === undefined || !(await isWhole(data, file))) throw new EngineError("engine_damaged");
    return [name, data];
  };
  const files = new Map(await Promise.all(names.map(load)));
  const bundle = files.get(BUNDLE);
  if (bundle === undefined) throw new EngineError("engine_damaged");
  files.delete(BUNDLE);
  try {
    return await withFiles(folder, files, () => startPython(folder, [bundle]));
  } catch (error) {
    throw new EngineError("engine_unsupported", error);
  }
}

/** Whatever Python asks for while it starts, it gets from what was fetched already, once: then only Python holds it. */
async function withFiles<Result>(
  folder: string,
  files: Map<string, Uint8Array<ArrayBuffer>>,
  work: () => Promise<Result>,
): Promise<Result> {
  const original = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const name = address.startsWith(folder) ? address.slice(folder.length) : "";
    const data = files.get(name);
    if (data === undefined) return original(input, init);
    files.delete(name);
    const type = TYPES[name.split(".").at(-1) ?? ""] ?? "application/octet-stream";
    return Promise.resolve(new Response(data, { headers: { "content-type": type } }));
  };
  try {
    return await work();
  } finally {
    globalThis.fetch = original;
  }
}

async function fetched(
  address: string,
  expectedBytes = 0,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const response = await fetch(address);
    if (!response.ok || response.body === null) throw new Error(`${address}: ${response.status}`);
    return await streamedBytes(response, expectedBytes, onBytes);
  } catch (error) {
    throw new EngineError("engine_unreachable", error);
  }
}
