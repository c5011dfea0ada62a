/** What is to be shown in each region: what stands there or, while one is being made, what a draft would leave there. */
import type { Box, DrawnRegion, RegionView, Slot } from "../api/kinds";
import { nameOf } from "../core/table/playerNames";
import { viewOf, type Scene } from "../core/table/scene";
import type { Marks, Target } from "./marks";

/** All that is said of a region. */
export interface Named {
  region: RegionView;
  /** The map that it is on. */
  map: string;
  box: Box;
  /** The name of the owner. */
  player: string;
  tokens: number;
  markers: Readonly<Record<string, number>>;
  target: Target | null;
  isChosen: boolean;
  isSending: boolean;
}

export interface Occupant extends Named {
  number: number;
  /** All of it in words. */
  name: string;
}

/** The markers that stand in a region, each with the slot that it stands in. */
export function markersIn(
  { markers: slots }: DrawnRegion,
  { markers }: Occupant,
): { marker: string; count: number; slot: Slot }[] {
  return Object.entries(markers)
    .filter(([, count]) => count > 0)
    .flatMap(([marker, count], at) => {
      const slot = slots[at];
      return slot === undefined ? [] : [{ marker, count, slot }];
    });
}

/** Keeps the occupants of a board; what did not change is the same object as before, so that it is not drawn again. */
export class Occupants {
  private last: readonly Occupant[] = [];
  private readonly describe: (named: Named) => string;

  constructor(describe: (named: Named) => string) {
    this.describe = describe;
  }

  of(scene: Scene, marks: Marks): readonly Occupant[] {
    const view = viewOf(scene);
    this.last = (view?.regions ?? []).map((region, at) => {
      const named = namedIn(scene, marks, region, view?.map ?? "");
      const before = this.last[at];
      // Words may depend on the language, so they are asked for each time.
      const name = this.describe(named);
      return before !== undefined && before.name === name && isSame(before, named)
        ? before
        : { ...named, number: region.number, name };
    });
    return this.last;
  }
}

function namedIn(scene: Scene, marks: Marks, region: RegionView, map: string): Named {
  const { number, owner } = region;
  return {
    region,
    map,
    box: scene.box,
    player: owner === null ? "" : nameOf(scene, owner),
    tokens: marks.counts.get(number) ?? region.tokens,
    markers: marks.markers.get(number) ?? region.markers,
    target: marks.targets.get(number) ?? null,
    isChosen: marks.chosen.has(number),
    isSending: marks.sending === number,
  };
}

function isSame(before: Occupant, now: Named): boolean {
  return (
    before.region === now.region &&
    before.box === now.box &&
    before.tokens === now.tokens &&
    before.markers === now.markers &&
    isSameTarget(before.target, now.target)
  );
}

function isSameTarget(one: Target | null, other: Target | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.action === other.action &&
    one.price === other.price &&
    one.chance === other.chance &&
    one.tone === other.tone
  );
}
