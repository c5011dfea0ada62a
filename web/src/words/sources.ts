/** What a source of coins or a part of a cost is called. */
import type { Box } from "../api/kinds";
import { markerName, powerName, raceName } from "./names";
import { told } from "./words";

export function sourceName(source: string): string {
  return told(`source_${source}`) ?? markerName(source);
}

/** Parts are named `base`, `tokens`, ...; `marker_lair`, ...; or after the banner or badge that makes it cheaper. */
export function costName(part: string, box: Box): string {
  const known = told(`cost_${part}`);
  if (known !== null) return known;
  if (part.startsWith("marker_")) return markerName(part.slice("marker_".length));
  const isRace = box.races.some((race) => race.id === part);
  return isRace ? raceName(part, box) : powerName(part, box);
}
