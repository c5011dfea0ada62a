import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import type { Profile } from "../../api/kinds";
import Someone from "./Someone.svelte";

const result = (coins: number, rating: number | null): Profile["results"][number] => ({
  table: null,
  at: 0,
  players: 2,
  place: 1,
  coins,
  is_rated: rating !== null,
  rating,
  uncertainty: rating === null ? null : 2,
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test("results are told with the rating after each game, and earlier ones are shown if they are asked for", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    if (path === "/api/account/me") return new Response("null");
    if (path.includes("/results")) {
      return new Response(JSON.stringify({ results: [result(61, 24.5)], next: null }));
    }
    const profile = { name: "Ann", since: 0, ratings: [], creations: [], tips: [] };
    const results = [result(80, 26.3), result(70, null)];
    return new Response(JSON.stringify({ ...profile, results, next_results: 2 }));
  });
  render(Someone, { name: "Ann" });
  expect(await screen.findByRole("columnheader", { name: "Rating" })).toBeVisible();
  expect(screen.getByRole("cell", { name: "26.3" })).toBeVisible();
  expect(screen.queryByText("24.5")).toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(await screen.findByRole("cell", { name: "24.5" })).toBeVisible();
  expect(screen.getByRole("cell", { name: "80" })).toBeVisible();
  expect(asked).toContain("/api/people/Ann/results?page=2");
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});
