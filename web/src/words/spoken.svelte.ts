/** The language that is spoken now. Whoever says a message follows it: another language changes every text at once. */
export const BASE = "en";
/** The language of the tests, made from English: its texts stand in brackets. */
export const PSEUDO = "xx";

class Spoken {
  language = $state(BASE);
}

export const spoken = new Spoken();

/** The code of the language that is spoken, such as `de`. */
export const language = (): string => spoken.language;
