import { webcrypto } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CompressionStream, DecompressionStream, ReadableStream } from "node:stream/web";
import "@testing-library/jest-dom/vitest";
import { lateness } from "../core/late.svelte";
import { CLAIMS, ELSEWHERE, type Part } from "../words/parts";
import { needWords, speak } from "../words/words";

// What jsdom lacks.
globalThis.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }) as unknown as MediaQueryList;
Element.prototype.animate ??= () =>
  ({ finished: Promise.resolve(), cancel: () => undefined }) as unknown as Animation;
globalThis.ResizeObserver ??= class {
  observe = (): void => undefined;
  unobserve = (): void => undefined;
  disconnect = (): void => undefined;
};
globalThis.scrollTo = () => undefined;
Element.prototype.scrollIntoView ??= () => undefined;
lateness.isOn = false;
Object.assign(globalThis, { CompressionStream, DecompressionStream, ReadableStream });
Object.defineProperty(globalThis, "crypto", { value: webcrypto });

// Words come from the disk: there is no server that has them.
const { fetch } = globalThis;
globalThis.fetch = async (address, init) =>
  typeof address === "string" && address.startsWith("/src/words/")
    ? new Response(await readFile(join(import.meta.dirname, "../..", address)))
    : fetch(address, init);
const parts = Object.keys(CLAIMS).filter((part) => part !== ELSEWHERE) as Part[];
await speak("en");
await needWords(...parts);
