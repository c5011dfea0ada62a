import { webcrypto } from "node:crypto";
import { CompressionStream, DecompressionStream, ReadableStream } from "node:stream/web";
import "@testing-library/jest-dom/vitest";
import { loadWords } from "../words/words";

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
Object.assign(globalThis, { CompressionStream, DecompressionStream, ReadableStream });
Object.defineProperty(globalThis, "crypto", { value: webcrypto });

await loadWords("en");
