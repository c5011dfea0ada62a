/** Where the explorer tells of a race, a special power or a combo: `/explore/3/orcs/flying`, `/explore/3/orcs/-`. */
import { pieceAddress } from "./pieceAddress";

/** A race, a special power, or both as a combo. */
export interface Explored {
  race: string | null;
  power: string | null;
}

/** The numbers of players that there are maps for in the box. */
export const PLAYERS: readonly number[] = [2, 3, 4, 5];

/** Stands for any race or any special power. */
export const ANY = "-";

/** The address of a page of the explorer; null if it is not about pieces of the box. */
export function exploreAddress(players: number, { race, power }: Explored): string | null {
  const isKnown =
    (race !== null || power !== null) &&
    (race === null || pieceAddress({ kind: "race", id: race }) !== null) &&
    (power === null || pieceAddress({ kind: "power", id: power }) !== null);
  return isKnown && PLAYERS.includes(players) ? `/explore/${players}/${race ?? ANY}/${power ?? ANY}` : null;
}

const exploredIn = (race: string, power: string): Explored => ({
  race: race === ANY ? null : race,
  power: power === ANY ? null : power,
});

/** The moment of a table's game at which somebody picks it, for the address of the table. */
export const momentOfPick = ({ race, power }: Explored): string =>
  `?at=1&pick=${race ?? ANY}/${power ?? ANY}`;

/** What is picked at the moment that an address asks for; null if it does not ask for a pick. */
export function pickIn(query: URLSearchParams): Explored | null {
  const [race = ANY, power = ANY] = query.get("pick")?.split("/") ?? [];
  const explored = exploredIn(race, power);
  return explored.race === null && explored.power === null ? null : explored;
}

/** What stands behind `/explore/`: for how many players, and of what it tells; null if there is no such page. */
export function exploredAt(rest: string): { players: number; explored: Explored | null } | null {
  const [count = "", race = ANY, power = ANY, ...more] = rest.split("/");
  const players = count === "" ? PLAYERS[0] : Number(count);
  if (players === undefined || !PLAYERS.includes(players) || more.length > 0) return null;
  const explored = exploredIn(race, power);
  if (explored.race === null && explored.power === null) return { players, explored: null };
  return exploreAddress(players, explored) === null ? null : { players, explored };
}
