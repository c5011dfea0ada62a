import { render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Rank, TableView } from "../api/kinds";
import { settings } from "../settings/settings.svelte";
import type { Scene } from "../core/table/scene";
import Ranking from "./Ranking.svelte";

const ontold = vi.fn<() => void>();
const RANKING: Rank[] = [
  { place: 1, seat: 1, coins: 90, tokens: 7 },
  { place: 2, seat: 0, coins: 90, tokens: 5 },
];

beforeEach(() => {
  vi.useFakeTimers();
  ontold.mockClear();
  settings.set("speed", "normal");
});
afterEach(() => {
  vi.useRealTimers();
});

function scene(isYours = false): Scene {
  const seats = ["Ann", "Bob"].map((name) => ({ name, level: null, is_yours: isYours && name === "Bob" }));
  return {
    id: "t",
    shown: { seats } as TableView,
    agreement: null,
    step: null,
    drawing: () => "",
    box: { races: [], powers: [], maps: [] },
    layout: null,
  };
}

async function later(milliseconds: number): Promise<void> {
  vi.advanceTimersByTime(milliseconds);
  await tick();
}

test("places are told from the last to the first, and only then who won", async () => {
  render(Ranking, { scene: scene(), ranking: RANKING, hasSuspense: true, ontold });
  expect(screen.queryByText("Ann")).toBeNull();
  await later(1500);
  expect(screen.getByText("Ann")).toBeInTheDocument();
  expect(screen.queryByText("Bob")).toBeNull();
  expect(ontold).not.toHaveBeenCalled();
  await later(1500);
  expect(screen.getByRole("heading")).toHaveTextContent("Bob wins!");
  expect(ontold).toHaveBeenCalledOnce();
});

test("one need not wait", async () => {
  render(Ranking, { scene: scene(), ranking: RANKING, hasSuspense: true, ontold });
  screen.getByRole("button").click();
  await tick();
  expect(screen.getByRole("heading")).toHaveTextContent("Bob wins!");
});

test("without motion everything is there at once", () => {
  settings.set("speed", "off");
  render(Ranking, { scene: scene(true), ranking: RANKING, hasSuspense: true, ontold });
  expect(screen.getByRole("heading")).toHaveTextContent("You win!");
});

test("it is told what decided between equal coins", () => {
  render(Ranking, { scene: scene(), ranking: RANKING, hasSuspense: false, ontold });
  expect(screen.getByText(/^7 race tokens/)).toBeInTheDocument();
});

test("who shares the first place wins together", () => {
  const ranking = RANKING.map((place) => ({ ...place, place: 1 }));
  render(Ranking, { scene: scene(), ranking, hasSuspense: false, ontold });
  expect(screen.getByRole("heading")).toHaveTextContent("Bob and Ann");
});

test("whoever has more coins has a longer row of them", () => {
  const ranking = RANKING.map((place, at) => ({ ...place, coins: at === 0 ? 105 : 84 }));
  const { container } = render(Ranking, { scene: scene(), ranking, hasSuspense: false, ontold });
  const worth = [...container.querySelectorAll(".pile")].map((pile) =>
    [...pile.querySelectorAll<HTMLElement>(":scope > span")].map((coin) =>
      Number(coin.style.getPropertyValue("--value")),
    ),
  );
  expect(worth).toEqual([
    [10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 5],
    [10, 10, 10, 10, 10, 10, 10, 10, 3, 1],
  ]);
});
