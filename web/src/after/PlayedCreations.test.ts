import { render, screen } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import PlayedCreations from "./PlayedCreations.svelte";

let asked: string[] = [];

function answer(status: number, body: unknown): void {
  asked = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return new Response(JSON.stringify(body), { status });
  });
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test("who may vote is asked how it was, and others find the page", async () => {
  answer(200, [
    { id: "a1", name: "Gnomes", may_vote: true },
    { id: "b2", name: "Lucky", may_vote: false },
  ]);
  render(PlayedCreations, { table: "t1" });
  const vote = await screen.findByRole("link", { name: "How was Gnomes? Vote or comment" });
  expect(vote).toHaveAttribute("href", "/gallery/a1");
  expect(screen.getByRole("link", { name: "Lucky in the gallery" })).toHaveAttribute("href", "/gallery/b2");
  expect(asked).toEqual(["/api/tables/t1/creations"]);
});

test("without creations, or without an answer, there is nothing", async () => {
  for (const [status, body] of [
    [200, []],
    [500, { code: "trouble" }],
  ] as const) {
    answer(status, body);
    const { container, unmount } = render(PlayedCreations, { table: "t1" });
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    await Promise.resolve();
    expect(container.querySelector("ul")).toBeNull();
    unmount();
  }
});
