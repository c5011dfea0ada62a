/** Pieces laid out before anything is said: how many go where, or which regions are chosen. Sent as one text. */
import {
  changed,
  clipped,
  filled,
  NOTHING,
  NOWHERE,
  regionsOf,
  sumOf,
  toggled,
  type Counts,
  type Regions,
} from "./counts";

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
  private added: Counts = $state.raw(NOTHING);
  private past: readonly Counts[] = $state.raw([]);

  constructor(standing: Counts, total: number, isWhole: boolean, first: Counts = NOTHING) {
    this.regions = [...standing.keys()];
    this.standing = standing;
    this.total = total;
    this.isWhole = isWhole;
    this.added = clipped(first, standing, total);
  }

  get left(): number {
    return this.total - sumOf(this.added);
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
    if (this.left > 0 && this.standing.has(region)) this.lay(changed(this.added, region, 1));
  }

  less(region: number): void {
    if (this.addedTo(region) > 0) this.lay(changed(this.added, region, -1));
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

  /** Carry one piece from a region to another. */
  move(from: number, to: number): void {
    if (from === to || this.addedTo(from) === 0 || !this.standing.has(to)) return;
    this.lay(changed(changed(this.added, from, -1), to, 1));
  }

  /** Everything as even as it can be among these regions. */
  spread(regions: readonly number[] = this.regions): void {
    this.lay(filled(this.standing, NOTHING, this.total, regions));
  }

  /** As given, as far as there are pieces; the rest stays in hand. */
  set(counts: Counts): void {
    this.lay(clipped(counts, this.standing, this.total));
  }

  reset(): void {
    this.lay(NOTHING);
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
    if (this.source !== null && this.addedTo(this.source) === 0) this.source = null;
  }
}

/** Some of the regions. */
export class Choice {
  readonly regions: readonly number[];
  /** How many must be chosen; null if that is free. */
  readonly needed: number | null;
  /** How many can be chosen; one more lets go of the first. */
  private readonly most: number;
  chosen: Regions = $state.raw(NOWHERE);
  private past: readonly Regions[] = $state.raw([]);

  constructor(
    regions: readonly number[],
    needed: number | null,
    first: readonly number[] = [],
    most = needed ?? regions.length,
  ) {
    this.regions = regions;
    this.needed = needed;
    this.most = most;
    this.chosen = regionsOf(first.filter((region) => regions.includes(region)).slice(0, most));
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

  /** Choose a region or let go of it. */
  tap(region: number): void {
    if (!this.regions.includes(region)) return;
    this.past = [...this.past, this.chosen];
    this.chosen = toggled(this.chosen, region, this.most);
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
