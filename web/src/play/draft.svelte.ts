/** Pieces laid out before anything is said: how many go where, or which regions are chosen. Sent as one text. */

type Counts = ReadonlyMap<number, number>;

/** How many pieces go into each region. */
export class Spread {
  /** Where pieces may go. */
  readonly regions: readonly number[];
  /** What stands there whatever one decides. */
  readonly standing: Counts;
  readonly total: number;
  /** Whether all must be placed. */
  readonly isWhole: boolean;
  /** The region from which the next tap takes a piece. */
  source: number | null = $state(null);
  private added: Counts = $state.raw(new Map());
  private past: readonly Counts[] = $state.raw([]);

  constructor(standing: Counts, total: number, isWhole: boolean, first: Counts = new Map()) {
    this.regions = [...standing.keys()];
    this.standing = standing;
    this.total = total;
    this.isWhole = isWhole;
    this.added = this.clipped(first);
  }

  get left(): number {
    return this.total - [...this.added.values()].reduce((sum, count) => sum + count, 0);
  }

  get isReady(): boolean {
    return !this.isWhole || this.left === 0;
  }

  get isTouched(): boolean {
    return this.past.length > 0;
  }

  get isEmpty(): boolean {
    return this.left === this.total;
  }

  /** How many were added to a region. */
  addedTo(region: number): number {
    return this.added.get(region) ?? 0;
  }

  /** How many stand in a region in the end. */
  countIn(region: number): number {
    return (this.standing.get(region) ?? 0) + this.addedTo(region);
  }

  more(region: number): void {
    if (this.left > 0 && this.standing.has(region)) this.lay(this.with(region, 1));
  }

  less(region: number): void {
    if (this.addedTo(region) > 0) this.lay(this.with(region, -1));
    if (this.source === region && this.addedTo(region) === 0) this.source = null;
  }

  /** A tap adds a piece while there are any; then it takes one up, and the next tap puts it down elsewhere. */
  tap(region: number): void {
    if (!this.standing.has(region)) return;
    const { source } = this;
    if (this.left > 0) {
      this.more(region);
    } else if (source === null) {
      this.source = this.addedTo(region) > 0 ? region : null;
    } else if (source === region) {
      this.source = null;
    } else {
      this.move(source, region);
    }
  }

  move(from: number, to: number): void {
    if (from === to || this.addedTo(from) === 0 || !this.standing.has(to)) return;
    const moved = new Map(this.added).set(from, this.addedTo(from) - 1).set(to, this.addedTo(to) + 1);
    this.lay(moved);
    if (this.addedTo(from) === 0) this.source = null;
  }

  /** Everything as even as it can be among these regions. */
  spread(regions: readonly number[] = this.regions): void {
    this.lay(this.even(regions));
  }

  /** As given, as far as there are pieces; the rest stays in hand. */
  set(counts: Counts): void {
    this.lay(this.clipped(counts));
  }

  reset(): void {
    this.lay(new Map());
    this.source = null;
  }

  /** One step back; whether there was one. */
  back(): boolean {
    const last = this.past.at(-1);
    if (last === undefined) return false;
    this.past = this.past.slice(0, -1);
    this.added = last;
    this.source = null;
    return true;
  }

  private lay(added: Counts): void {
    this.past = [...this.past, this.added];
    this.added = added;
  }

  private with(region: number, change: number): Counts {
    return new Map(this.added).set(region, this.addedTo(region) + change);
  }

  private even(regions: readonly number[]): Counts {
    return filled(this.standing, new Map(), this.total, regions);
  }

  private clipped(counts: Counts): Counts {
    const fitting = new Map<number, number>();
    let left = this.total;
    for (const [region, count] of counts) {
      if (!this.standing.has(region)) continue;
      fitting.set(region, Math.min(count, left));
      left -= Math.min(count, left);
    }
    return fitting;
  }
}

/** What is added if the pieces that are left go one by one to where the fewest stand. */
export function filled(standing: Counts, added: Counts, total: number, regions: readonly number[]): Counts {
  const counts = new Map(added);
  const inEnd = (region: number): number => (standing.get(region) ?? 0) + (counts.get(region) ?? 0);
  let left = total - [...added.values()].reduce((sum, count) => sum + count, 0);
  for (; left > 0 && regions.length > 0; left -= 1) {
    const weakest = regions.reduce((best, region) => (inEnd(region) < inEnd(best) ? region : best));
    counts.set(weakest, (counts.get(weakest) ?? 0) + 1);
  }
  return counts;
}

/** Some of the regions. */
export class Choice {
  readonly regions: readonly number[];
  /** How many must be chosen; null if that is free. */
  readonly needed: number | null;
  chosen: ReadonlySet<number> = $state.raw(new Set());
  private past: readonly ReadonlySet<number>[] = $state.raw([]);

  constructor(regions: readonly number[], needed: number | null) {
    this.regions = regions;
    this.needed = needed;
  }

  get left(): number {
    return this.needed === null ? 0 : this.needed - this.chosen.size;
  }

  get isReady(): boolean {
    return this.left === 0;
  }

  get isTouched(): boolean {
    return this.past.length > 0;
  }

  /** Begin with some of them chosen. */
  begin(regions: Iterable<number>): void {
    const known = [...regions].filter((region) => this.regions.includes(region));
    this.chosen = new Set(known.slice(0, this.needed ?? known.length));
  }

  /** Choose a region or let go of it; one too many replaces the one chosen first. */
  tap(region: number): void {
    if (!this.regions.includes(region)) return;
    const chosen = new Set(this.chosen);
    if (!chosen.delete(region)) chosen.add(region);
    if (this.needed !== null && chosen.size > this.needed) {
      const [first] = chosen;
      if (first !== undefined) chosen.delete(first);
    }
    this.past = [...this.past, this.chosen];
    this.chosen = chosen;
  }

  reset(): void {
    this.past = [...this.past, this.chosen];
    this.chosen = new Set();
  }

  back(): boolean {
    const last = this.past.at(-1);
    if (last === undefined) return false;
    this.past = this.past.slice(0, -1);
    this.chosen = last;
    return true;
  }
}

export type Draft = Spread | Choice;
