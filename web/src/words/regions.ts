/** What regions are called: by the catalogue and their number if they are in the box, else by their label. */
import { m, told } from "./words";

/** As much of a region as its name needs. */
interface Numbered {
  number: number;
  label: string;
}

/**
 * What a region is called in a sentence: `Heron Fen (21)`. Regions of the box have a name in the catalogues; a region of
 * another map is called by its label, which is its number unless its author gave it one.
 */
export function regionName(map: string, region: Numbered): string {
  const name = nameInBox(map, region);
  return name === null
    ? m.region_unnamed({ region: region.label })
    : m.region_named({ name, region: region.label });
}

/** The same where a sentence or a title begins. */
export function regionTitle(map: string, region: Numbered): string {
  const name = nameInBox(map, region);
  return name === null
    ? m.region_unnamed_first({ region: region.label })
    : m.region_named({ name, region: region.label });
}

/** The name alone; null if the region has none. */
export function nameInBox(map: string, { number }: Numbered): string | null {
  return told(`region_${map.replaceAll("-", "_")}_${number}`);
}
