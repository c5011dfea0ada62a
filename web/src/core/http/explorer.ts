/** Requests about the explorer: what finished games tell of races, special powers and combos. */
import type { ComboPage, ComboOverview, TableReference } from "../../api/kinds";
import { ANY, type Explored } from "../../words/exploreAddress";
import { person } from "./person.svelte";
import { get, getText, post } from "./rest";

/** All races, special powers and combos in short. */
export const exploreAll = (players: number): Promise<ComboOverview> =>
  get<ComboOverview>(`/api/combos?players=${players}`);

export const explore = (players: number, { race, power }: Explored): Promise<ComboPage> =>
  get<ComboPage>(`/api/combos/${players}/${race ?? ANY}/${power ?? ANY}`);

/** The tables of the games that were opened since the page was loaded. */
const opened = new Map<string, Promise<string>>();

/** Open a game of computers as a table to look at, once; returns that table. */
export function openGame(game: string): Promise<string> {
  const known = opened.get(game);
  if (known !== undefined) return known;
  const table = importGame(game);
  opened.set(game, table);
  // What went wrong is tried again.
  table.catch(() => opened.delete(game));
  return table;
}

async function importGame(game: string): Promise<string> {
  const [record] = await Promise.all([getText(`/api/combos/games/${game}`), person.enter()]);
  const { table } = await post<TableReference>("/api/replays", { record });
  return table;
}
