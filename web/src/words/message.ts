/**
 * Messages as they stand in the catalogues, read as `rules/words.py` reads them: a text with `{parameters}`, or several
 * texts under conditions such as `paid=0, gainedPlural=one`, of which the first that hold decide. `paid` is compared with
 * the parameter itself, `paidPlural` with the plural category of the number, `*` is always true. `{Race}` is the parameter
 * `race` with a capital letter, for the beginning of a sentence.
 */
export type Message = string | Readonly<Record<string, string>>;
export type Messages = Readonly<Record<string, Message>>;
export type Params = Readonly<Record<string, unknown>>;
/** A message that was read: give it its parameters. */
export type Wording = (params: Params) => string;
/** The plural category that the language has for a number. */
export type PluralOf = (count: number) => string;

type Condition = (params: Params) => boolean;

export const PLURAL = "Plural";

export function wordingOf(message: Message, pluralOf: PluralOf): Wording {
  if (typeof message === "string") return filled(message);
  const variants = Object.entries(message).map(([conditions, text]) => ({
    conditions: conditions.split(", ").flatMap((condition) => conditionOf(condition, pluralOf)),
    wording: filled(text),
  }));
  const otherwise = variants.at(-1)?.wording ?? filled("");
  return (params) => {
    const fitting = variants.find(({ conditions }) => conditions.every((holds) => holds(params)));
    return (fitting?.wording ?? otherwise)(params);
  };
}

/** None for what is always true. */
function conditionOf(condition: string, pluralOf: PluralOf): Condition[] {
  const [selector = "", value = ""] = condition.split("=");
  if (value === "*") return [];
  if (!selector.endsWith(PLURAL)) return [(params) => String(params[selector]) === value];
  const name = selector.slice(0, -PLURAL.length);
  return [(params) => pluralOf(Number(params[name])) === value];
}

function filled(text: string): Wording {
  // Texts and names of parameters take turns.
  const parts = text.split(/\{(\w+)\}/);
  if (parts.length === 1) return () => text;
  const wordings = parts.map((part, at): Wording => (at % 2 === 0 ? () => part : gapOf(part)));
  return (params) => wordings.map((wording) => wording(params)).join("");
}

/** What fills a gap; one that is written with a capital takes the same parameter as the small one. */
function gapOf(name: string): Wording {
  const small = uncapital(name);
  if (small === name) return (params) => isolated(shown(name, params[name]));
  return (params) => isolated(capital(shown(small, params[small])));
}

/** Letters of the scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const ISOLATED = /\u2068[^\u2069]*\u2069/g;

/**
 * A text that does not disturb the order of the sentence around it: names may be written from right to left, and then
 * the words beside them would change places on the screen.
 */
function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) && RIGHT_TO_LEFT.test(text.replaceAll(ISOLATED, ""))
    ? `\u2068${text}\u2069`
    : text;
}

/** A text as a sentence begins with it. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const uncapital = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** A parameter as people read it: lists joined by commas, problems each on its line. */
function shown(name: string, value: unknown): string {
  if (Array.isArray(value)) {
    return value.map((item) => isolated(String(item))).join(name === "problems" ? "\n" : ", ");
  }
  return value === undefined ? `{${name}}` : String(value);
}
