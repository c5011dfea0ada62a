/** What the words of the form are called in the language of the page. */
import type { TraitField, TraitOffer } from "../../api/kinds";
import { capital } from "../../words/message";
import { placeName, raceWords, sentenceOf } from "../../words/names";
import { m, told } from "../../words/words";
import { pathOf } from "./entries";
import { conditionParts, lastWord } from "./rows";

export interface Option {
  word: string;
  label: string;
}

/** What a trait does, as its example tells it, or the example with another place. */
export function offerText(offer: TraitOffer, place?: string): string {
  const usual = exampleWord(offer);
  return offer.sentences
    .map(({ params, ...rest }) => {
      const isOther = place !== undefined && params["place"] === usual;
      return sentenceOf({ ...rest, params: isOther ? { ...params, place } : params });
    })
    .join(" ");
}

/** The place, the occupant or the marker that the example of a trait is about. */
export function exampleWord(offer: TraitOffer): string {
  return lastWord(Object.keys(offer.example)[0] ?? "");
}

export function groupTitle(group: string): string {
  return told(`web_workshop_group_${group}`) ?? group;
}

/** What a value of a trait is called; where there is only one, it needs no name of its own. */
export function fieldLabel(offer: TraitOffer, field: TraitField): string {
  const words = pathOf(field.key);
  // The longest end of its key that has a label: `strike.pay.coins` has that of `pay.coins`.
  const names = offer.is_table ? words.map((_, at) => words.slice(at).join("_")) : [];
  const own = names.map((name) => told(`web_workshop_field_${name}`)).find((label) => label !== null);
  return own ?? (field.words.length > 0 ? m.web_workshop_what() : m.web_workshop_amount());
}

/** A place, an occupant, a moment, or the name that somebody gave to a marker. */
export function wordLabel(word: string): string {
  return capital(told(`web_piece_placed_${word.replaceAll(" ", "_")}`) ?? placeName(word));
}

/** When a number counts. */
export function conditionLabel(when: string): string {
  const { pattern, regions } = conditionParts(when);
  const code = pattern.replace(" N", "").replaceAll(" ", "_");
  return told(`web_workshop_when_${code}`, { count: regions ?? "…" }) ?? when;
}

export function lenders(races: readonly { id: string; tokens_in_box?: number | null }[]): Option[] {
  return races.map(({ id, tokens_in_box }) => {
    const count = tokens_in_box ?? 0;
    return {
      word: id,
      label: m.web_workshop_tokens_of_option({ ...raceWords(id, undefined, count), count }),
    };
  });
}
