/** Where the coins of a game came from, summed up from what was told of every turn. */
import type { EventOf, LogLine, ScorePart } from "../api/kinds";
import { eventsOf, turnsOf } from "../narration/turns";

export const SOURCES = ["regions", "race", "power", "decline"] as const;
export type Source = (typeof SOURCES)[number];
export type Sums = Record<Source, number>;

/** What one turn brought one player. */
export interface Income {
  gameTurn: number;
  coins: number;
  parts: readonly ScorePart[];
  sums: Sums;
}

export interface Account {
  seat: number;
  /** What the player had before the first turn. */
  start: number;
  /** What combos brought, less what was paid for them. */
  combos: number;
  incomes: Income[];
  sums: Sums;
  /** The coins after each game turn; the first number is the start. */
  totals: number[];
}

export function noSums(): Sums {
  return { regions: 0, race: 0, power: 0, decline: 0 };
}

/** The accounts of all seats, from the log and the coins that everybody has now. */
export function accountsOf(log: readonly LogLine[], coins: readonly number[]): Account[] {
  const accounts: Account[] = coins.map((_, seat) => {
    return { seat, start: 0, combos: 0, incomes: [], sums: noSums(), totals: [] };
  });
  const changes = coins.map(() => new Map<number, number>());
  const turns = turnsOf(log);
  for (const turn of turns) {
    for (const event of eventsOf(turn)) {
      if (event.code !== "picked" && event.code !== "scored") continue;
      const account = accounts[event.seat];
      const change = changes[event.seat];
      if (account === undefined || change === undefined) continue;
      const gained = book(account, event, turn.gameTurn);
      change.set(turn.gameTurn, (change.get(turn.gameTurn) ?? 0) + gained);
    }
  }
  const last = Math.max(0, ...turns.map((turn) => turn.gameTurn));
  for (const account of accounts) total(account, coins[account.seat] ?? 0, changes[account.seat], last);
  return accounts;
}

/** Write an event into an account; what it changed of the coins. */
function book(account: Account, event: EventOf<"picked" | "scored">, gameTurn: number): number {
  if (event.code === "picked") {
    const gained = event.gained - event.paid;
    account.combos += gained;
    return gained;
  }
  const sums = noSums();
  for (const part of event.parts) sums[sourceOf(part)] += part.coins;
  for (const source of SOURCES) account.sums[source] += sums[source];
  account.incomes.push({ gameTurn, coins: event.coins, parts: event.parts, sums });
  return event.coins;
}

function sourceOf({ race, source, entry, in_decline }: ScorePart): Source {
  if (in_decline === true) return "decline";
  if (source === "regions") return "regions";
  return entry === race ? "race" : "power";
}

function total(
  account: Account,
  coins: number,
  change: ReadonlyMap<number, number> = new Map(),
  last: number,
): void {
  const sum = [...change.values()].reduce((all, each) => all + each, 0);
  account.start = coins - sum;
  account.totals = [account.start];
  for (let turn = 1; turn <= last; turn += 1) {
    account.totals.push((account.totals.at(-1) ?? 0) + (change.get(turn) ?? 0));
  }
}
