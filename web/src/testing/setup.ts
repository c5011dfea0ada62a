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

await loadWords("en");
