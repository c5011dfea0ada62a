/** Which level of computers was beaten at a table. */
import type { TableView } from "../../api/kinds";
import { weakestOf } from "../levels";

/** The level of the weakest of them, if one person alone has beaten computers only; else null. */
export function wonLevel({ seats, ranking, is_import }: TableView): string | null {
  const own = seats.findIndex((seat) => seat.is_yours);
  const others = seats.filter((_, number) => number !== own);
  const levels = others.flatMap(({ level }) => (level === null ? [] : [level]));
  const isWon = ranking?.some(({ seat, place }) => seat === own && place === 1) ?? false;
  const isOwnGame = !is_import && levels.length === others.length && seats[own]?.is_taken_over === false;
  return isWon && isOwnGame ? weakestOf(levels) : null;
}
