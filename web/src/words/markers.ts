/** What markers are called: those of the box by the catalogue, an invented one by its own name. */
import type { MarkerWords } from "./compiled/keys";
import { capital } from "./message";
import { listed } from "./phrases";
import { told } from "./words";

export type { MarkerWords };

export function markerName(marker: string): string {
  return told(`marker_${marker}`) ?? marker;
}

/** The same as a label. */
export const markerTitle = (marker: string): string => capital(markerName(marker));

/** Markers as parameters of a sentence: `marker`, and `marker_id` to select by, which is empty for several. */
export function markerWords(...markers: readonly string[]): MarkerWords {
  const [first = ""] = markers;
  return { marker: listed(markers.map(markerName)), marker_id: markers.length === 1 ? first : "" };
}
