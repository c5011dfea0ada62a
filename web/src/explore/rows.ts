/** All races, special powers and combos as rows of a list: what is looked for, in which order, and on which scale. */
import type { ComboOverview, ExplorerRow, Spread } from "../api/kinds";
import type { Explored } from "../words/exploreAddress";
import { comboTitle, powerTitle, raceTitle } from "../words/names";
import { inOrder } from "../words/phrases";

export type Kind = "races" | "powers" | "combos";
export type Source = "computers" | "people";
export const SOURCES: readonly Source[] = ["computers", "people"];

/** What is compared. */
export type Measure = "value" | "early" | "late" | "win_share" | "picks";

/** A race, a special power or a combo with what games of each source tell of it. */
export interface Row extends Explored {
  name: string;
  computers: ExplorerRow | null;
  people: ExplorerRow | null;
}

export interface Order {
  by: Source | "name";
  isDescending: boolean;
}

/** The ends of an axis. */
export interface Scale {
  low: number;
  high: number;
}

export const keyOf = ({ race, power }: Explored): string => `${race ?? ""}/${power ?? ""}`;

export function titleOf({ race, power }: Explored): string {
  if (race !== null) return comboTitle(power, race);
  return power === null ? "" : powerTitle(power);
}

function kindOf({ race, power }: Explored): Kind {
  if (race === null) return "powers";
  return power === null ? "races" : "combos";
}

/** Both sources side by side: a row has what each of them knows of the same combo. */
export function rowsOf({ computers, people }: ComboOverview): Row[] {
  const [played, ours] = [computers, people].map(
    (part) => new Map((part?.rows ?? []).map((row) => [keyOf(row), row])),
  ) as [Map<string, ExplorerRow>, Map<string, ExplorerRow>];
  return [...new Map([...played, ...ours])].map(([key, { race, power }]) => ({
    race,
    power,
    name: titleOf({ race, power }),
    computers: played.get(key) ?? null,
    people: ours.get(key) ?? null,
  }));
}

/** The rows of a kind in whose names all words are found. */
export function found(rows: readonly Row[], kind: Kind, sought: string): Row[] {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    if (kindOf(row) !== kind) return false;
    const names = [row.name, ...partNames(row)].join(" ").toLowerCase();
    return words.every((word) => names.includes(word));
  });
}

/** In some languages the name of a combo does not hold those of its parts. */
function partNames({ race, power }: Explored): string[] {
  return [...(race === null ? [] : [raceTitle(race)]), ...(power === null ? [] : [powerTitle(power)])];
}

/** What a measure says; a number of picks is exact. */
export function spreadOf(row: ExplorerRow | null, measure: Measure): Spread | null {
  if (row === null) return null;
  if (measure !== "picks") return row[measure];
  return { mean: row.picks, low: row.picks, high: row.picks };
}

/** What is not known comes last, in whatever order. */
export function sorted(rows: readonly Row[], measure: Measure, { by, isDescending }: Order): Row[] {
  const sign = isDescending ? -1 : 1;
  if (by === "name") return rows.toSorted((one, other) => sign * inOrder(one.name, other.name));
  const worth = (row: Row): number | null => spreadOf(row[by], measure)?.mean ?? null;
  return rows.toSorted((one, other) => {
    const [first, second] = [worth(one), worth(other)];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    return sign * (first - second);
  });
}

/** The place of one among all of its kind by value, the best first; null if its value is not known. */
export function placeOf(
  rows: readonly ExplorerRow[],
  explored: Explored,
): { place: number; count: number } | null {
  const known = rows.filter((row) => row.value !== null && kindOf(row) === kindOf(explored));
  const own = known.find((row) => keyOf(row) === keyOf(explored))?.value ?? null;
  if (own === null) return null;
  const better = known.filter(({ value }) => value !== null && value.mean > own.mean);
  return { place: better.length + 1, count: known.length };
}

/** An axis on which all these estimates have room, and zero too. */
export function scaleOf(spreads: readonly (Spread | null)[]): Scale {
  const known = spreads.filter((spread) => spread !== null);
  return {
    low: Math.min(0, ...known.map(({ low }) => low)),
    high: Math.max(0, ...known.map(({ high }) => high)),
  };
}
