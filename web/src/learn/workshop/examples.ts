/** Races and powers to start from: ours, harmless, and meant to be changed. */
import type { Workshop } from "../../api/kinds";
import { language, m } from "../../words/words";
import { writeValue, type Value } from "./toml";

export interface Example {
  id: string;
  kind: "race" | "power";
  name: string;
  text: string;
}

type Traits = Record<string, Value>;

export function examples(): Example[] {
  return [
    race("gnomes", m.web_workshop_gnomes(), m.web_workshop_gnomes_text(), {
      tokens: 6,
      tokens_of: "ratmen",
      "coins.mine": 1,
      "discount.hill": 1,
      "in_decline.keeps": ["coins"],
    }),
    race("penguins", m.web_workshop_penguins(), m.web_workshop_penguins_text(), {
      tokens: 5,
      tokens_of: "tritons",
      reach: ["water"],
      "coins.sea": 1,
      "coins.lake": 1,
    }),
    race("librarians", m.web_workshop_librarians(), m.web_workshop_librarians_text(), {
      tokens: 4,
      tokens_of: "elves",
      losses: 0,
      recruits: 3,
      marker: { name: "bookshelf", defence: 1, count: 4, placed: "one per turn" },
    }),
    power("napping", m.web_workshop_napping(), m.web_workshop_napping_text(), {
      tokens: 4,
      "coins.turn": 1,
      may: ["decline after scoring"],
    }),
    power("ticklish", m.web_workshop_ticklish(), m.web_workshop_ticklish_text(), {
      tokens: 5,
      "discount.border": 1,
      may: ["roll before every conquest"],
    }),
  ];
}

const NEW_POWER_TOKENS = 4;
/** What the tokens of an own race are at first: enough for any badge. */
const FIRST_TOKENS_IN_BOX = 15;

/** The first keys of something new; the races whose tokens are lent already lend none. */
export function newKeys(kind: Example["kind"], form: Workshop, lent: readonly string[]): Traits {
  return kind === "power"
    ? { tokens: NEW_POWER_TOKENS }
    : { tokens: form.new_race.tokens, ...newTokens(form, lent) };
}

/** Where a race has its tokens from at first: from the next race of the box that is free, or of its own. */
export function newTokens({ new_race }: Workshop, lent: readonly string[]): Traits {
  const lender = new_race.lenders.find((id) => !lent.includes(id));
  return lender === undefined ? OWN_TOKENS : { tokens_of: lender };
}

export const OWN_TOKENS: Traits = { tokens_in_box: FIRST_TOKENS_IN_BOX };

const race = (id: string, name: string, words: string, traits: Traits): Example =>
  example("race", id, name, words, traits);

const power = (id: string, name: string, words: string, traits: Traits): Example =>
  example("power", id, name, words, traits);

function example(kind: Example["kind"], id: string, name: string, words: string, traits: Traits): Example {
  const lines = Object.entries({ name, ...traits, [`text.${language()}`]: words }).map(
    ([key, value]) => `${key} = ${writeValue(value)}`,
  );
  return { id, kind, name, text: [`[${kind}.${id}]`, ...lines].join("\n") + "\n" };
}
