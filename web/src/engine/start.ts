/**
 * Starts the engine inside a browser's worker, or in Node: Python as WebAssembly, with the project's own modules.
 * What it loads is made by `make wasm`; nothing else is fetched.
 */
import { filesOf } from "./storedZip.ts";

/** What is used of the file system inside. */
export interface FileSystem {
  mkdirTree(path: string): void;
  writeFile(path: string, data: Uint8Array): void;
}

/** What is used of Pyodide. */
export interface Python {
  readonly FS: FileSystem;
  runPython(code: string, options?: { filename?: string }): unknown;
  mountNodeFS(inside: string, outside: string): void;
}

interface Runtime {
  loadPyodide(options: {
    indexURL: string;
    fsInit(files: FileSystem, places: { sitePackages: string }): Promise<void>;
  }): Promise<Python>;
}

/** Start Python from the folder of the runtime, with the files of the archives where its packages are. */
export async function startPython(folder: string, archives: readonly Uint8Array[]): Promise<Python> {
  const runtime = (await import(/* @vite-ignore */ `${folder}pyodide.mjs`)) as Runtime;
  return runtime.loadPyodide({
    indexURL: folder,
    fsInit: (files, { sitePackages }) => {
      for (const archive of archives) unpack(archive, files, sitePackages);
      return Promise.resolve();
    },
  });
}

function unpack(archive: Uint8Array, files: FileSystem, folder: string): void {
  const made = new Set<string>();
  for (const { name, data } of filesOf(archive)) {
    const path = `${folder}/${name}`;
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(parent)) files.mkdirTree(parent);
    made.add(parent);
    files.writeFile(path, data);
  }
}
