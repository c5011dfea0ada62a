/** The abilities that one can look for: the first words of the keys of the content format. */
import type { TraitOffer, Workshop } from "../../api/kinds";
import { pathOf } from "../../learn/workshop/entries";
import { groupTitle, offerText } from "../../learn/workshop/traits";
import { told } from "../../words/words";

export interface TraitGroup {
  title: string;
  traits: { key: string; label: string }[];
}

/** Keys that are called like a whole group of the workshop, though the group has others too. */
const WIDE: Readonly<Record<string, string>> = { coins: "coins", may: "special" };

/** The keys under the titles of the workshop's groups; what can be only one thing is told as it is told there. */
export function traitGroups({ traits }: Pick<Workshop, "traits">): TraitGroup[] {
  const groups = new Map<string, Map<string, TraitOffer>>();
  for (const offer of traits) {
    const [key = ""] = pathOf(offer.key);
    const group = groups.get(offer.group) ?? new Map<string, TraitOffer>();
    const isKnown = [...groups.values()].some((known) => known.has(key));
    groups.set(offer.group, group);
    if (!isKnown && !offer.is_detail) group.set(key, offer);
  }
  return [...groups]
    .filter(([, keys]) => keys.size > 0)
    .map(([group, keys]) => ({
      title: groupTitle(group),
      traits: [...keys].map(([key, offer]) => ({
        key,
        // The only key of a group is as wide as the group.
        label: keys.size === 1 ? groupTitle(group) : nameOf(key, offer),
      })),
    }));
}

/** One example would tell too little of a key that can be many things. */
function nameOf(key: string, offer: TraitOffer): string {
  const wide = WIDE[key];
  return wide === undefined ? (told(`web_gallery_trait_${key}`) ?? offerText(offer)) : groupTitle(wide);
}
