/** Where a combo comes onto the map. */
import type { ExplorerPage } from "../api/kinds";

type Entry = ExplorerPage["entries"][number];

/** So many regions are named. */
const MAX_NAMED = 5;

const sharesOf = ({ shares }: Entry): { region: number; share: number }[] =>
  Object.entries(shares).map(([region, share]) => ({ region: Number(region), share }));

/** How warm each region is: 1 is the most frequent one. */
export function heatOf(entry: Entry): Map<number, number> {
  const shares = sharesOf(entry);
  const most = Math.max(...shares.map(({ share }) => share));
  return new Map(shares.filter(({ share }) => share > 0).map(({ region, share }) => [region, share / most]));
}

/** The regions that are entered most often. */
export function mostFrequent(entry: Entry): { region: number; share: number }[] {
  return sharesOf(entry)
    .filter(({ share }) => share > 0)
    .sort((one, other) => other.share - one.share)
    .slice(0, MAX_NAMED);
}
