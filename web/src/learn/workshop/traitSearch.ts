/** Finding traits in words of one's own: by what they do, by all that can be chosen for them, and by what means the same. */
import type { TraitField, TraitOffer } from "../../api/kinds";
import { folded, wordsIn, type Lexicon } from "../lexicon";
import { told } from "../../words/words";
import { pathOf } from "./entries";
import { exampleWord, fieldLabel, groupTitle, offerText, wordLabel } from "./traits";

/** A trait that was found, and the place that was looked for, if it has one. */
export interface Found {
  offer: TraitOffer;
  place: string | undefined;
}

/** The traits that have all that is wanted; those that say so in their example come first. */
export function foundTraits(offers: readonly TraitOffer[], wanted: string, lexicon: Lexicon): Found[] {
  const sought = lexicon.aboutOf(wanted);
  const places = offers.map((offer) => ({ offer, place: placeIn(offer, sought, lexicon) }));
  const isFirst = ({ offer, place }: Found): boolean =>
    says(`${groupTitle(offer.group)} ${offerText(offer, place)}`, sought, lexicon);
  const found = places.filter(({ offer }) => says(allWords(offer), sought, lexicon));
  return [...found.filter(isFirst), ...found.filter((each) => !isFirst(each))];
}

/** Everything that a form says of a trait, and everyday words for it. */
function allWords(offer: TraitOffer): string {
  const [first] = pathOf(offer.key);
  const fields = offer.fields.map((field) => wordsOfField(offer, field));
  const everyday = told(`web_workshop_also_${first}`) ?? "";
  return [groupTitle(offer.group), offerText(offer), everyday, ...offer.words.map(wordLabel), ...fields].join(
    " ",
  );
}

function wordsOfField(offer: TraitOffer, field: TraitField): string {
  const amounts = Array.from({ length: field.high - field.low + 1 }, (_, at) => String(field.low + at));
  return [fieldLabel(offer, field), ...field.words.map(wordLabel), ...amounts].join(" ");
}

/** The place that somebody looks for, if the trait can be for another one than that of its example. */
function placeIn(offer: TraitOffer, sought: readonly string[], lexicon: Lexicon): string | undefined {
  const others = offer.words.filter((word) => word !== exampleWord(offer));
  return others.find((word) => sought.some((each) => says(wordLabel(word), [each], lexicon)));
}

/** Whether a text has all these words, parts of others included, or others that mean the same. */
function says(text: string, sought: readonly string[], lexicon: Lexicon): boolean {
  const words = wordsIn(text).map((word) => folded(word.text));
  const stems = new Set(words.map((word) => lexicon.stemOf(word)));
  return sought.every((each) => {
    const stem = lexicon.stemOf(each);
    return (
      stems.has(stem) ||
      words.some((word) => word.includes(each)) ||
      [...lexicon.synonymsOf(stem)].some((other) => stems.has(other))
    );
  });
}
