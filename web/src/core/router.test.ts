import { beforeEach, expect, test, vi } from "vitest";

/** The router of a page that was opened at this address. */
async function openedAt(address: string): Promise<{ path: string; rest: string }> {
  history.replaceState({}, "", address);
  vi.resetModules();
  const { router } = await import("./router.svelte");
  return router;
}

beforeEach(() => history.replaceState({}, "", "/"));

test("a server's page that was opened by a link of the installed app gets its path", async () => {
  const router = await openedAt("/#/learn/first?lang=de");
  expect(router.path).toBe("/learn/first");
  expect(location.pathname + location.search + location.hash).toBe("/learn/first?lang=de");
});

test("what else stands behind the # is left there, above all the address of another site", async () => {
  for (const hash of ["#code=abc", "#//elsewhere.example/", "#/\\elsewhere.example/"]) {
    const router = await openedAt(`/join${hash}`);
    expect(router.path).toBe("/join");
    expect(location.hash).toBe(hash);
  }
});
