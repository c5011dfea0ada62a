import { afterEach, expect, test, vi } from "vitest";
import { person } from "./person.svelte";

function answer(body: unknown): ReturnType<typeof vi.fn> {
  const fetch = vi.fn((_path: string) => Promise.resolve(new Response(JSON.stringify(body))));
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

afterEach(() => vi.unstubAllGlobals());

test("somebody new is nobody, and asking makes no refusal", async () => {
  const fetch = answer(null);
  await person.refresh();
  expect(person.me).toBeNull();
  expect(person.hasAccount).toBe(false);
  expect(fetch.mock.calls.map(([path]) => path as string)).toEqual(["/api/account/me"]);
});

test("who could not be asked for is asked for again", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  await person.refresh();
  expect([person.me, person.isUnknown]).toEqual([null, true]);
  const fetch = answer(null);
  await person.known();
  await person.known();
  expect(fetch).toHaveBeenCalledOnce();
  expect(person.isUnknown).toBe(false);
});

test("who has an account is called as the account says", async () => {
  answer({ is_guest: false, ban: null, name: "Annabella" });
  await person.refresh();
  expect(person.hasAccount).toBe(true);
  expect(person.name).toBe("Annabella");
});
