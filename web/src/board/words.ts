/** What the board says; whoever puts it on a page gives it its words. */
import type { RegionView } from "../api/kinds";
import type { Named } from "./occupants";

export interface BoardWords {
  /** The name of the map as a whole. */
  readonly map: string;
  /** A region and everything in it, for those who hear the board instead of seeing it. */
  region(named: Named): string;
  /** What a region of a map is called in a sentence. */
  regionName(map: string, region: RegionView): string;
  /** How likely a final attempt is to succeed. */
  chance(chance: number): string;
  die(die: number): string;
  /** One piece fewer, or one more, in the region of this name. */
  less(region: string): string;
  more(region: string): string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly zoomReset: string;
}
