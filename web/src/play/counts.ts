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

/** The counts of regions that are told as two lists. */
export function countsOf(regions: readonly number[], counts: readonly number[]): Counts {
  return new Map(regions.map((region, at) => [region, counts[at] ?? 0]));
}

/** As far as pieces suffice, and no more than there is room for. */
export function clipped(counts: Counts, room: Counts, total: number): Counts {
  const fitting = new Map<number, number>();
  let left = total;
  for (const [region, count] of counts) {
    const placed = Math.min(count, room.get(region) ?? 0, left);
    if (placed > 0) fitting.set(region, placed);
    left -= placed;
  }
  return fitting;
}

/** The pieces go one by one to where there is room and the fewest stand in the end. */
export function filled(standing: Counts, room: Counts, total: number, regions: readonly number[]): Counts {
  const counts = new Map<number, number>();
  const inEnd = (region: number): number => (standing.get(region) ?? 0) + (counts.get(region) ?? 0);
  for (let left = total; left > 0; left -= 1) {
    const open = regions.filter((region) => (counts.get(region) ?? 0) < (room.get(region) ?? 0));
    if (open.length === 0) break;
    const weakest = open.reduce((best, region) => (inEnd(region) < inEnd(best) ? region : best));
    counts.set(weakest, (counts.get(weakest) ?? 0) + 1);
  }
  return counts;
}

/** With the region chosen, or not any more; of too many, the one that was chosen first goes. */
export function toggled(chosen: Regions, region: number, max: number): Regions {
  const others = [...chosen].filter((each) => each !== region);
  return regionsOf(chosen.has(region) ? others : [...others, region].slice(-max));
}

export function regionsOf(regions: Iterable<number>): Regions {
  return new Set(regions);
}
