/** What the server says of the traits, cut down to one of each kind. */
import type { Sentence, TraitField, TraitOffer, Workshop } from "../api/kinds";

const PLACES = ["hill", "swamp", "region"];

const field = (
  key: string,
  value: TraitField["value"],
  low = 0,
  high = 0,
  words: string[] = [],
): TraitField => ({
  key,
  value,
  low,
  high,
  words,
});

const sentence = (key: string, code: string, params: Sentence["params"] = {}): Sentence => ({
  key,
  code,
  params,
});

function offer(key: string, group: string, more: Partial<TraitOffer>): TraitOffer {
  return {
    key,
    group,
    word: "",
    words: [],
    is_common: false,
    is_detail: false,
    is_table: false,
    most: 1,
    fields: [],
    example: {},
    beside: {},
    sentences: [],
    ...more,
  };
}

const TOTEM = { name: "totem", count: 3, placed: "one per turn" };
const DRAGON = { name: "dragon", count: 1, placed: "dragon attack", immune: true };

export const FORM: Workshop = {
  traits: [
    offer("coins.PLACE", "coins", {
      words: PLACES,
      is_common: true,
      fields: [field("coins.PLACE", "conditional", 1, 10)],
      example: { "coins.hill": 1 },
      sentences: [sentence("coins.hill", "trait_coins_place", { coins: 1, place: "hill" })],
    }),
    offer("coins.MARKER", "coins", {
      words: ["MARKER"],
      fields: [field("coins.MARKER", "conditional", 1, 10)],
      example: { "coins.totem": 1 },
      beside: { marker: TOTEM },
      sentences: [sentence("coins.totem", "trait_coins_marker", { coins: 1, marker: "totem" })],
    }),
    offer("coins.beyond", "coins", {
      is_table: true,
      fields: [field("coins.beyond.regions", "number", 1, 20), field("coins.beyond.each", "number", 1, 10)],
      example: { "coins.beyond": { regions: 3, each: 1 } },
      sentences: [sentence("coins.beyond", "trait_coins_beyond", { coins: 1, regions: 3 })],
    }),
    offer("leaps", "conquest", {
      fields: [field("leaps", "number", 1, 1)],
      example: { leaps: 1 },
      sentences: [sentence("leaps", "trait_leaps")],
    }),
    offer("losses", "losses", {
      is_common: true,
      fields: [field("losses", "number", -1, 2)],
      example: { losses: 0 },
      sentences: [sentence("losses", "trait_losses")],
    }),
    offer("kills", "losses", {
      is_table: true,
      fields: [field("kills.tokens", "number", 0, 3), field("kills.once", "flag")],
      example: { kills: { tokens: 3, once: true } },
      sentences: [sentence("kills", "trait_kills_once", { count: 3 })],
    }),
    offer("immune", "defence", {
      fields: [field("immune", "words", 0, 0, PLACES)],
      example: { immune: ["hill"] },
      sentences: [sentence("immune.hill", "trait_immune", { place: "hill" })],
    }),
    offer("recruits.non_empty", "recruits", {
      fields: [field("recruits.non_empty", "number", 1, 10)],
      example: { "recruits.non_empty": 3 },
      sentences: [sentence("recruits.non_empty", "trait_recruits", { count: 3 })],
    }),
    offer("recruits.turn", "recruits", {
      fields: [field("recruits.turn", "number", 1, 3)],
      example: { "recruits.turn": 2 },
      sentences: [sentence("recruits.turn", "trait_recruits_turn", { count: 2 })],
    }),
    offer("recruits.at", "recruits", {
      is_detail: true,
      fields: [field("recruits.at", "word", 0, 0, ["redeployment", "start"])],
      example: { "recruits.at": "start" },
      sentences: [sentence("recruits.at", "trait_recruits_at_start")],
    }),
    offer("marker", "marker", {
      is_table: true,
      is_common: true,
      most: 2,
      fields: [
        field("marker.name", "text"),
        field("marker.count", "number", 1, 10),
        field("marker.placed", "word", 0, 0, ["every region", "one per turn", "dragon attack"]),
        field("marker.defence", "number", 0, 3),
        field("marker.immune", "flag"),
        field("marker.where", "words", 0, 0, PLACES),
      ],
      example: { marker: TOTEM },
      sentences: [
        sentence("marker", "trait_marker", {
          marker: "totem",
          count: 3,
          placed: "one per turn",
          per_region: 1,
        }),
      ],
    }),
    offer("may", "special", {
      word: "attack with the dragon",
      fields: [field("may", "words", 0, 0, ["attack with the dragon", "make peace"])],
      example: { may: ["attack with the dragon"] },
      beside: { marker: DRAGON },
      sentences: [sentence("may.attack with the dragon", "trait_may_attack_with_the_dragon")],
    }),
    offer("strike", "special", {
      is_table: true,
      fields: [field("strike.tokens", "number", 1, 3), field("strike.uses.turn", "number", 1, 5)],
      example: { strike: { tokens: 1 } },
      beside: { may: ["strike"] },
      sentences: [sentence("strike", "trait_may_strike", { count: 1, times: 1 })],
    }),
    offer("may", "special", {
      word: "make peace",
      fields: [field("may", "words", 0, 0, ["attack with the dragon", "make peace"])],
      example: { may: ["make peace"] },
      sentences: [sentence("may.make peace", "trait_may_make_peace")],
    }),
  ],
  short_forms: { recruits: "recruits.non_empty", kills: "kills.tokens" },
  conditions: ["even turn", "at most N regions"],
  max_condition_regions: 20,
  markers: [DRAGON],
  banner: { rulebook: 10, free: 12 },
  badge: { rulebook: 5, free: 7 },
  max_tokens_in_box: 20,
  new_race: { tokens: 5, lenders: ["ratmen", "orcs"] },
  symbols: ["fox", "bee"],
  shapes: ["hexagon", "sun"],
  colours: ["moss", "sky"],
};

/** The offer of a key, and of a word of its list. */
export function offerOf(key: string, word = ""): TraitOffer {
  const found = FORM.traits.find((each) => each.key === key && each.word === word);
  if (found === undefined) throw new Error(key);
  return found;
}
