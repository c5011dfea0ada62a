/** Games of one's own that are over. */
import type { Game } from "../api/kinds";
import { listed } from "../words/phrases";
import { m } from "../words/words";
import { markedName } from "./tableWords";

/** Of a game on one device everybody's result is one's own; the best of them stands for it. The latest come first. */
export function distinct(games: readonly Game[]): Game[] {
  const sorted = [...games].sort((a, b) => b.result.at - a.result.at || a.result.place - b.result.place);
  return sorted.filter(({ result: { table } }, index) => {
    return table === null || sorted.findIndex((game) => game.result.table === table) === index;
  });
}

/** Who won with how many coins, and then everybody else in the order of their places. */
export function rankingWords({ seats }: Game): string[] {
  const winners = seats.filter(({ place }) => place === 1);
  const others = seats.filter(({ place }) => place > 1).sort((a, b) => a.place - b.place);
  const player = listed(winners.map(markedName));
  return [
    m.web_games_winner({ player, coins: winners[0]?.coins ?? 0, winners: winners.length }),
    ...others.map((seat) => m.web_games_others({ player: markedName(seat), coins: seat.coins })),
  ];
}
