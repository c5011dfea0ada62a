/** The abilities that one can look for: the first words of the keys of the content format. */
import type { TraitOffer, Workshop } from "../../api/kinds";
import { pathOf } from "../../learn/workshop/entries";
import { groupTitle, offerText } from "../../learn/workshop/traits";

export interface TraitGroup {
  title: string;
  traits: { key: string; label: string }[];
}

/** The keys under the titles of the workshop's groups, each told by its first example. */
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
      // The only key of a group is as wide as the group; one example would tell too little of it.
      traits: [...keys].map(([key, offer]) => ({
        key,
        label: keys.size === 1 ? groupTitle(group) : offerText(offer),
      })),
    }));
}
