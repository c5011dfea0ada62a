/** Pieces that are laid out on the board before anything is said, one by one. */
export interface SpreadPort {
  /** Where pieces may go. */
  readonly regions: readonly number[];
  /** How many more a region can take. */
  roomIn(region: number): number;
  /** How many of a region can be taken up again. */
  addedTo(region: number): number;
  more(region: number): void;
  less(region: number): void;
  /** Carry one from a region to another. */
  move(from: number, to: number): void;
}
