/** Races and powers to start from: ours, harmless, and meant to be changed. */
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

/** The first keys of something new. */
export const BLANK = {
  race: { tokens: 5, tokens_of: "ratmen" },
  power: { tokens: 4 },
} as const;

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
