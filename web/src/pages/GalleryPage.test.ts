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
