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

test("who has an account is called as the account says", async () => {
  answer({ is_guest: false, ban: null, name: "Annabella" });
  await person.refresh();
  expect(person.hasAccount).toBe(true);
  expect(person.name).toBe("Annabella");
});
