import { afterEach, expect, test, vi } from "vitest";
import { CreationSearch } from "./creationSearch.svelte";

afterEach(() => vi.unstubAllGlobals());

/** A server whose answers come when they are let go, by the words that were looked for. */
function slowServer(): Map<string, () => void> {
  const answers = new Map<string, () => void>();
  vi.stubGlobal("fetch", (path: string) => {
    const search = new URL(path, "http://here").searchParams.get("search") ?? "";
    return new Promise<Response>((resolve) => {
      const list = { creations: [], total: search.length, next: null };
      answers.set(search, () => resolve(new Response(JSON.stringify(list))));
    });
  });
  return answers;
}

test("an answer that comes late does not replace what was asked for after it", async () => {
  const answers = slowServer();
  const search = new CreationSearch();
  const first = search.look({ search: "a" });
  const second = search.look({ search: "bbb" });
  answers.get("bbb")?.();
  await second;
  answers.get("a")?.();
  await first;
  expect(search.found?.total).toBe(3);
  expect(search.isBusy).toBe(false);
});

test("a failure is told, and the same can be asked again", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("offline")));
  const search = new CreationSearch();
  await search.look({ search: "bog" });
  expect(search.error).not.toBeNull();
  const answers = slowServer();
  const again = search.again();
  answers.get("bog")?.();
  await again;
  expect(search.error).toBeNull();
  expect(search.found?.total).toBe(3);
});
