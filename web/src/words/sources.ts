/** What a source of coins or a part of a cost is called. */
import type { Box, ScorePart } from "../api/kinds";
import { markerName } from "./markers";
import { powerName, raceName, raceWords } from "./names";
import { m, told } from "./words";

export function sourceName(source: string): string {
  return told(`source_${source}`) ?? markerName(source);
}

/** Who pays a part of a score: the regions of a race, or the race or special power that grants something for them. */
export function payerName({ race, source, entry, in_decline }: ScorePart, box: Box): string {
  if (source !== "regions") return entry === race ? raceName(race, box) : powerName(entry, box);
  return in_decline === true ? m.web_text_source_declined(raceWords(race, box)) : sourceName(source);
}

/** What a score is made of; what one payer pays for several things is one sum. */
export function payersOf(parts: readonly ScorePart[], box: Box): { source: string; coins: number }[] {
  const sums = new Map<string, number>();
  for (const part of parts) {
    const payer = payerName(part, box);
    sums.set(payer, (sums.get(payer) ?? 0) + part.coins);
  }
  return [...sums].map(([source, coins]) => ({ source, coins }));
}

/** The same in words: `regions 5, Merchant 3`. */
export function payersText(parts: readonly ScorePart[], box: Box): string {
  return payersOf(parts, box)
    .map((payer) => m.web_text_source(payer))
    .join(", ");
}

/** Parts are named `base`, `tokens`, ...; `marker_lair`, ...; or after the banner or badge that makes it cheaper. */
export function costName(part: string, box: Box): string {
  const known = told(`cost_${part}`);
  if (known !== null) return known;
  if (part.startsWith("marker_")) return markerName(part.slice("marker_".length));
  const isRace = box.races.some((race) => race.id === part);
  return isRace ? raceName(part, box) : powerName(part, box);
}
