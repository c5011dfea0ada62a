/** Games of one's own that are over. */
import type { Game } from "../api/kinds";

/** Of a game on one device everybody's result is one's own; the best of them stands for it. The latest come first. */
export function distinct(games: readonly Game[]): Game[] {
  const sorted = [...games].sort((a, b) => b.result.at - a.result.at || a.result.place - b.result.place);
  return sorted.filter(({ result: { table } }, index) => {
    return table === null || sorted.findIndex((game) => game.result.table === table) === index;
  });
}
