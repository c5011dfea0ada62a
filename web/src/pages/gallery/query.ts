/** What somebody looks for in the gallery, as it stands in the address of the page. */
import { ORDERS, type CreationQuery, type Order } from "../../core/http/creations";

export const KINDS = ["race", "power", "map", "set"] as const;
export const PLAYERS = [2, 3, 4, 5] as const;

/** What an address asks for; what makes no sense is left out. */
export function queryOf(words: URLSearchParams): Required<CreationQuery> {
  const word = (name: string): string => words.get(name) ?? "";
  const page = Number(word("page"));
  return {
    search: word("search"),
    kind: KINDS.find((kind) => kind === word("kind")) ?? "",
    players: PLAYERS.find((players) => String(players) === word("players")) ?? 0,
    trait: word("trait"),
    author: word("author"),
    order: ORDERS.find((order): order is Order => order === word("order")) ?? "best",
    page: Number.isInteger(page) && page > 1 ? page : 1,
  };
}

/** Whether somebody looks for something in particular. */
export const isNarrow = ({ search, kind, players, trait, author }: CreationQuery): boolean =>
  [search, kind, players, trait, author].some(Boolean);
