/** What the explorer tells of combos, as the server would. */
import type { ExplorerPage, ExplorerRow, Spread } from "../api/kinds";

export const spread = (mean: number, width = 1): Spread => ({ mean, low: mean - width, high: mean + width });

export function row(race: string | null, power: string | null, more: Partial<ExplorerRow> = {}): ExplorerRow {
  return { race, power, picks: 0, value: null, early: null, late: null, win_share: null, ...more };
}

export function page(more: Partial<ExplorerPage> = {}): ExplorerPage {
  return {
    ...row("orcs", "flying", { picks: 120, value: spread(2.1), win_share: spread(0.55, 0.05) }),
    players: 2,
    lots: 30,
    price: { count: 90, mean: 1.25, median: 1 },
    coins_by_turn: [
      { turn: 1, count: 120, active: 6.5, in_decline: 0 },
      { turn: 2, count: 110, active: 4, in_decline: 2.5 },
    ],
    declines: [
      { turns: 2, count: 40, worth: spread(1) },
      { turns: 3, count: 60, worth: spread(3) },
      { turns: 9, count: 1, worth: null },
    ],
    best_decline: 3,
    entries: [{ map_id: "2-players", count: 100, shares: { 3: 0.6, 7: 0.3, 9: 0 } }],
    beaten_by: [{ race: "ghouls", power: null, turns: 50, regions: 30, lift: 1.4 }],
    games: ["g1", "g2"],
    ...more,
  };
}
