/**
 * An answer that is laid out before it is sent: how many pieces go where, or which regions are chosen. Everything that
 * limits it comes with the decision, as its form.
 */
import type { ChoiceForm, Form, SpreadForm } from "../api/kinds";
import {
  changed,
  clipped,
  countsOf,
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
  readonly form: SpreadForm;
  /** What stands there whatever one decides. */
  readonly standing: Counts;
  /** The region from which the next tap takes a piece. */
  source: number | null = $state(null);
  private readonly room: Counts;
  private added: Counts = $state.raw(NOTHING);
  private past: readonly Counts[] = $state.raw([]);

  constructor(form: SpreadForm) {
    this.form = form;
    this.standing = countsOf(form.regions, form.standing);
    this.room = countsOf(form.regions, form.room);
    this.added = this.fitting(countsOf(form.regions, form.suggestion));
  }

  /** Where pieces may go. */
  get regions(): readonly number[] {
    return this.form.regions;
  }

  get total(): number {
    return this.form.pieces;
  }

  get left(): number {
    return this.total - sumOf(this.added);
  }

  get isReady(): boolean {
    return !this.form.must_place_all || this.left === 0;
  }

  get isTouched(): boolean {
    return this.past.length > 0;
  }

  get isEmpty(): boolean {
    return this.left === this.total;
  }

  /** How many pieces are laid out. */
  get count(): number {
    return this.total - this.left;
  }

  /** How the pieces stood before they were taken in hand; null if that is not known. */
  get before(): Counts | null {
    return this.form.before.length > 0 ? countsOf(this.form.regions, this.form.before) : null;
  }

  /** How many were added to a region. */
  addedTo(region: number): number {
    return this.added.get(region) ?? 0;
  }

  /** How many stand in a region in the end. */
  countIn(region: number): number {
    return (this.standing.get(region) ?? 0) + this.addedTo(region);
  }

  /** How many more a region can take. */
  roomIn(region: number): number {
    return Math.min(this.left, (this.room.get(region) ?? 0) - this.addedTo(region));
  }

  more(region: number): void {
    if (this.roomIn(region) > 0) this.lay(changed(this.added, region, 1));
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
    if (from === to || this.addedTo(from) === 0 || (this.room.get(to) ?? 0) <= this.addedTo(to)) return;
    this.lay(changed(changed(this.added, from, -1), to, 1));
  }

  /** Everything as even as it can be. */
  spread(): void {
    this.spreadOver(this.regions);
  }

  /** Everything where opponents could attack. */
  strengthen(): void {
    this.spreadOver(this.form.exposed.length > 0 ? this.form.exposed : this.regions);
  }

  /** As given, as far as there are pieces; the rest stays in hand. */
  set(counts: Counts): void {
    this.lay(this.fitting(counts));
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

  /** What is sent: the actions of one command. */
  actions(labelOf: (region: number) => string): string[] {
    const { verb, none, says_totals: saysTotals } = this.form;
    const places = saysTotals ? this.regions : this.regions.filter((region) => this.addedTo(region) > 0);
    if (places.length === 0 && none !== null) return [none];
    const count = (region: number): number => (saysTotals ? this.countIn(region) : this.addedTo(region));
    return [[verb, ...places.map((region) => `${labelOf(region)}:${count(region)}`)].join(" ")];
  }

  private spreadOver(regions: readonly number[]): void {
    this.lay(filled(this.standing, this.room, this.total, regions));
  }

  private fitting(counts: Counts): Counts {
    return clipped(counts, this.room, this.total);
  }

  private lay(added: Counts): void {
    this.past = [...this.past, this.added];
    this.added = added;
    if (this.source !== null && this.addedTo(this.source) === 0) this.source = null;
  }
}

/** Some of the regions. */
export class Selection {
  readonly form: ChoiceForm;
  chosen: Regions = $state.raw(NOWHERE);
  private past: readonly Regions[] = $state.raw([]);

  constructor(form: ChoiceForm) {
    this.form = form;
    this.chosen = regionsOf(form.suggestion);
  }

  get regions(): readonly number[] {
    return this.form.regions;
  }

  /** How many must still be chosen. */
  get left(): number {
    return Math.max(0, this.form.min - this.chosen.size);
  }

  get isReady(): boolean {
    return this.left === 0;
  }

  get isTouched(): boolean {
    return this.past.length > 0;
  }

  get isEmpty(): boolean {
    return this.chosen.size === 0;
  }

  /** How many regions are chosen. */
  get count(): number {
    return this.chosen.size;
  }

  /** Choose a region or let go of it; of too many, the one that was chosen first goes. */
  tap(region: number): void {
    if (!this.regions.includes(region)) return;
    this.past = [...this.past, this.chosen];
    this.chosen = toggled(this.chosen, region, this.form.max);
  }

  back(): boolean {
    const last = this.past.at(-1);
    if (last === undefined) return false;
    this.past = this.past.slice(0, -1);
    this.chosen = last;
    return true;
  }

  /** What is sent: the actions of one command. */
  actions(labelOf: (region: number) => string): string[] {
    const { verb, none, then } = this.form;
    const labels = [...this.chosen].sort((one, other) => one - other).map(labelOf);
    const first = labels.length > 0 ? [verb, ...labels].join(" ") : none;
    return [first, then].filter((action) => action !== null);
  }
}

export type Draft = Spread | Selection;

/** The draft of a decision; null if it is answered by one action. */
export function draftOf(form: Form | null | undefined): Draft | null {
  if (form == null) return null;
  return form.kind === "spread" ? new Spread(form) : new Selection(form);
}
