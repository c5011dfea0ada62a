import { render, screen, within } from "@testing-library/svelte";
import { expect, test } from "vitest";
import type { BalanceTest, Estimate } from "../../api/kinds";
import HowItPlays from "./HowItPlays.svelte";

const estimate = (mean: number, low: number | null = mean, high: number | null = mean): Estimate => ({
  count: 100,
  mean,
  low,
  high,
});

const grounds = [{ key: "balance_all_ended", params: {} }];

function done(found: Partial<BalanceTest>): BalanceTest {
  const rest = { before: 0, agent: "normal", failure: null, done_at: 1, rows: [], maps: [] };
  return { status: "done", played: 100, wanted: 100, ...rest, ...found };
}

const map = {
  map: "own",
  players: 2,
  games: 80,
  mean_coins: estimate(52.1, 50, 54),
  box_coins: estimate(48.5, 45, 52),
  coins: [estimate(50), estimate(54)],
  wins: [estimate(0.62, 0.6, 0.64), estimate(0.38, 0.36, 0.4)],
  box_wins: [estimate(0.52, 0.48, 0.56), estimate(0.48, 0.44, 0.52)],
  decisions: 200,
  most_decisions: 250,
  box_most_decisions: 240,
  unfinished_games: 0,
  checked_games: 4,
  violations: 0,
  words: { verdict: { key: "balance_map_even", params: {} }, grounds },
};

test("a map is compared with that of the box: coins, victories by place, and a sentence", () => {
  render(HowItPlays, { test: done({ maps: [map] }) });
  expect(screen.getByText(/^No place in the turn order is favoured more/)).toBeVisible();
  const coins = within(screen.getByRole("group", { name: "Coins at the end" }));
  expect(coins.getByText("with it")).toBeVisible();
  expect(coins.getByText("48.5 (45.0 to 52.0)")).toBeVisible();
  const wins = within(screen.getByRole("group", { name: "Games won" }));
  expect(wins.getByText("Player 1 \u00b7 with it")).toBeVisible();
  expect(wins.getByText("Player 2 \u00b7 without it")).toBeVisible();
  expect(wins.getByText("52% (48% to 56%)")).toBeVisible();
  expect(screen.getByText("Every game ended.")).toBeInTheDocument();
});

test("a test that knows only the coins on the map of the box is shown without what it lacks", () => {
  const old = {
    ...map,
    mean_coins: null,
    box_coins: estimate(48.5, null, null),
    box_wins: [],
    words: { verdict: null, grounds },
  };
  render(HowItPlays, { test: done({ maps: [old] }) });
  expect(screen.queryByText(/turn order/)).toBeNull();
  expect(within(screen.getByRole("group", { name: "Games won" })).getByText("Player 2")).toBeVisible();
});

test("a race is told with the number of players of its test games", () => {
  const row = {
    entry: "gnomes",
    name: "Gnomes",
    players: 2,
    games: 4000,
    coins: { own: estimate(60), box: estimate(58), difference: estimate(2) },
    wins: { own: estimate(0.5), box: estimate(0.48), difference: estimate(0.02) },
    words: { verdict: { key: "balance_unknown", params: {} }, grounds },
  } as unknown as BalanceTest["rows"][number];
  render(HowItPlays, { test: done({ rows: [row] }) });
  expect(screen.getByRole("heading", { level: 3 })).toHaveTextContent("Gnomes: 2 players, 4000 games");
  expect(screen.getByText("Every game ended.")).toBeInTheDocument();
});

test("the difference that decides stands beside the verdict, the rest is folded", () => {
  const amount = (value: number, form: "decimal" | "signed") => ({ value, form });
  const row = {
    entry: "gnomes",
    name: "Gnomes",
    players: 2,
    games: 200,
    coins: {
      own: estimate(61.8, 59.1, 64.5),
      box: estimate(65.9, 62.6, 69.2),
      difference: estimate(-4.1, -7, -1),
    },
    wins: { own: estimate(0.26), box: estimate(0.35), difference: estimate(-0.09) },
    words: {
      verdict: { key: "balance_amount_unknown", params: { verdict: "weak" } },
      grounds: [
        {
          key: "balance_coins",
          params: {
            coins: amount(61.8, "decimal"),
            box_coins: amount(65.9, "decimal"),
            difference: amount(-4.1, "signed"),
            low: amount(-7, "signed"),
            high: amount(-1, "signed"),
          },
        },
        ...grounds,
      ],
    },
  } as unknown as BalanceTest["rows"][number];
  render(HowItPlays, { test: done({ rows: [row] }) });
  expect(screen.getByText(/−4\.1 coins \(−7\.0 to −1\.0\)/).closest("details")).toBeNull();
  expect(screen.getByText("Every game ended.").closest("details")).not.toBeNull();
  expect(screen.getByText(/it need not be an even share/)).toBeVisible();
});
