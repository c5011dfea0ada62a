import { render } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import { router } from "../core/router.svelte";
import GalleryPage from "./GalleryPage.svelte";

afterEach(() => vi.unstubAllGlobals());

test("who leaves a creation for a table does not ask for the table as a creation", async () => {
  const asked: string[] = [];
  vi.stubGlobal("scrollTo", () => undefined);
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    if (path === "/api/account/me") return Promise.resolve(new Response("null"));
    return new Promise<Response>(() => undefined);
  });
  router.go("/gallery/c1");
  const { rerender } = render(GalleryPage, { rest: "c1" });
  await vi.waitFor(() => expect(asked).toContain("/api/creations/c1"));
  router.go("/t/t1");
  await rerender({ rest: "t1" });
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked).not.toContain("/api/creations/t1");
});

test("an address of a page after the last one leads to the first one", async () => {
  vi.stubGlobal("scrollTo", () => undefined);
  vi.stubGlobal("fetch", (path: string) => {
    if (path === "/api/account/me") return Promise.resolve(new Response("null"));
    if (!path.startsWith("/api/creations")) return new Promise<Response>(() => undefined);
    const list = { creations: [], total: path.includes("page=") ? 3 : 0, next: null };
    return Promise.resolve(new Response(JSON.stringify(list)));
  });
  router.go("/gallery?kind=race&page=2");
  render(GalleryPage, { rest: "" });
  await vi.waitFor(() => expect(location.search).toBe("?kind=race"));
});
