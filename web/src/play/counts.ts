/** How many pieces go where, and which regions are chosen: values that are never changed, only made anew. */

export type Counts = ReadonlyMap<number, number>;
export type Regions = ReadonlySet<number>;

export const NOTHING: Counts = new Map();
export const NOWHERE: Regions = new Set();

export function sumOf(counts: Counts): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

export function changed(counts: Counts, region: number, by: number): Counts {
  return new Map(counts).set(region, (counts.get(region) ?? 0) + by);
}

/** As far as pieces suffice, and only where they may go. */
export function clipped(counts: Counts, places: Counts, total: number): Counts {
  const fitting = new Map<number, number>();
  let left = total;
  for (const [region, count] of counts) {
    if (!places.has(region)) continue;
    fitting.set(region, Math.min(count, left));
    left -= Math.min(count, left);
  }
  return fitting;
}

/** The pieces that are left go one by one to where the fewest stand in the end. */
export function filled(standing: Counts, added: Counts, total: number, regions: readonly number[]): Counts {
  const counts = new Map(added);
  const inEnd = (region: number): number => (standing.get(region) ?? 0) + (counts.get(region) ?? 0);
  for (let left = total - sumOf(added); left > 0 && regions.length > 0; left -= 1) {
    const weakest = regions.reduce((best, region) => (inEnd(region) < inEnd(best) ? region : best));
    counts.set(weakest, (counts.get(weakest) ?? 0) + 1);
  }
  return counts;
}

/** With the region chosen, or not any more; of too many, the one that was chosen first goes. */
export function toggled(chosen: Regions, region: number, most: number): Regions {
  const others = [...chosen].filter((each) => each !== region);
  return regionsOf(chosen.has(region) ? others : [...others, region].slice(-most));
}

export function regionsOf(regions: Iterable<number>): Regions {
  return new Set(regions);
}
