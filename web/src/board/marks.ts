/** What is marked on the board for the one who looks at it. */

/** A region that can be chosen now. */
export interface Target {
  region: number;
  /** What is sent when it is chosen; null if choosing it only changes a draft. */
  action: string | null;
  price: number | null;
  /** For a final attempt, how likely the die is to suffice. */
  chance: number | null;
  /** What choosing it means: `leave` is asked for, `abandon` and to take what is one's `own` merely possible, `lift` takes up a piece. */
  tone: "take" | "own" | "risk" | "place" | "lift" | "leave" | "abandon";
}

export interface Marks {
  targets: ReadonlyMap<number, Target>;
  /** Tokens as a draft would leave them, shown instead of those that stand there. */
  counts: ReadonlyMap<number, number>;
  /** Markers as a draft would leave them, by region. */
  markers: ReadonlyMap<number, Readonly<Record<string, number>>>;
  chosen: ReadonlySet<number>;
  /** What log lines, hints and lessons point at. */
  highlighted: ReadonlySet<number>;
  /** How often something happens in a region, from 0 to 1. */
  heat: ReadonlyMap<number, number>;
  /** The region whose conquest is on its way to the server. */
  sending: number | null;
  /** Whether an answer is on its way: what could be chosen stays marked, but nothing can be chosen meanwhile. */
  isWaiting: boolean;
}

export const NO_MARKS: Marks = {
  targets: new Map(),
  counts: new Map(),
  markers: new Map(),
  chosen: new Set(),
  highlighted: new Set(),
  heat: new Map(),
  sending: null,
  isWaiting: false,
};
