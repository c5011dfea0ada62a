/** What a form offers for a race or a power, in the words that the text uses, with what people read for each. */
import type { Box } from "../../api/kinds";
import { capital } from "../../words/message";
import { placeName, raceWords } from "../../words/names";
import { keysFrom, m, told } from "../../words/words";
import type { Value } from "./toml";

export interface Option {
  word: string;
  label: string;
}

const TERRAINS = ["farmland", "forest", "hill", "swamp", "mountain", "sea", "lake"];
const SYMBOLS = ["mine", "magic", "cavern"];
const KINDS = ["coastal", "border"];
const MOMENTS = ["non_empty_conquest", "turn", "first_turn"];

/** A marker of the box as it is written in the text of an entry; what has its usual value is left out. */
export function markerText(marker: Box["markers"][number]): Record<string, Value> {
  const { name, count, placed, defence, immune, per_region, company, where, guards } = marker;
  return {
    name,
    ...(defence > 0 ? { defence } : {}),
    ...(immune ? { immune } : {}),
    count,
    placed,
    ...(per_region > 1 ? { per_region } : {}),
    ...(company ? { company } : {}),
    ...(where.length > 0 ? { where } : {}),
    ...(guards > 0 ? { guards } : {}),
  };
}

export const OWN_MARKER: Record<string, Value> = {
  name: "tower",
  defence: 1,
  count: 4,
  placed: "one per turn",
};

export function places(): Option[] {
  return [
    { word: "region", label: m.web_workshop_place_region() },
    ...[...TERRAINS, ...SYMBOLS, ...KINDS].map((word) => ({ word, label: capital(placeName(word)) })),
  ];
}

export function moments(): Option[] {
  return MOMENTS.map((word) => ({ word, label: told(`web_workshop_moment_${word}`) ?? word }));
}

export function lenders(races: readonly { id: string; tokens_in_box?: number | null }[]): Option[] {
  return races.map(({ id, tokens_in_box }) => ({
    word: id,
    label: lenderText(id, tokens_in_box ?? 0),
  }));
}

function lenderText(race: string, count: number): string {
  return m.web_workshop_tokens_of_option({ ...raceWords(race, undefined, count), count });
}

/** Something that is either so or not: what the key says if it is, with the sentence that tells it. */
export interface Flag {
  key: string;
  value: Value;
  label: string;
}

export const conquestFlags = (): Flag[] => [
  { key: "enters", value: "anywhere", label: m.trait_enters_anywhere() },
  { key: "losses", value: 0, label: m.trait_losses() },
];

export const uncounted = (): Flag => ({ key: "in_decline.counts", value: false, label: m.trait_uncounted() });

/** Words of which an entry may list several. */
export interface Choices {
  key: string;
  options: Option[];
}

export const reaches = (): Choices => ({
  key: "reach",
  options: ["anywhere", "caverns", "water"].map((word) => ({
    word,
    label: told(`trait_reach_${word}`) ?? word,
  })),
});

export const abilities = (): Choices => ({
  key: "may",
  options: keysFrom("trait_may_").map((key) => ({
    word: key.slice("trait_may_".length).replaceAll("_", " "),
    label: told(key) ?? key,
  })),
});

export const keptInDecline = (): Choices => ({
  key: "in_decline.keeps",
  options: ["coins", "marker", "tokens", "conquest"].map((word) => ({
    word,
    label: told(`trait_keeps_${word}`) ?? word,
  })),
});
