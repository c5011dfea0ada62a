import { beforeEach, expect, test } from "vitest";
import { accountAddress, wayBack } from "./back";
import { router } from "./router.svelte";

beforeEach(() => router.go("/", { replace: true }));

test("who needs an account comes back to where they were", () => {
  for (const page of ["/workshop", "/maps", "/gallery/a1B2", "/explore/2/orcs/flying"]) {
    router.go(page);
    router.go(accountAddress());
    expect(router.path).toBe("/account");
    expect(wayBack()).toBe(page);
  }
});

test("other pages are not named in the address", () => {
  router.go("/t/secret-table");
  expect(accountAddress()).toBe("/account");
});

test("an address that somebody else made leads to no other site", () => {
  for (const back of [
    "//elsewhere.example",
    "/\\elsewhere.example",
    "https://elsewhere.example/workshop",
    "/workshop//x",
    "/t/1",
    "",
  ]) {
    router.go(`/account?${new URLSearchParams({ back })}`);
    expect(wayBack(), back).toBeNull();
  }
});
