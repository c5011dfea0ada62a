/**
 * Numbers and times as the language writes them. An `Intl` object takes far longer to make than to use, so each is made once
 * for a language, and nowhere but here.
 *
 * A browser that does not know a language (Chromium knows no Icelandic) would write as that of its own user: what it says
 * in words is said in ours instead (`phrases.ts`, `times.ts`), numbers and dates are written as neighbours do.
 */
import { BASE, language, PSEUDO } from "./spoken.svelte";

export type Unit = "day" | "hour" | "minute" | "second";

/** The browser knows no pseudo-locale. */
export const localeOf = (code: string): string => (code === PSEUDO ? BASE : code);

/** What writes numbers as an unknown language does: Danish, as Icelandic. */
const NEIGHBOUR = "da";

/** A function that works something out only once. */
function remembered<Asked, Made>(make: (asked: Asked) => Made): (asked: Asked) => Made {
  const made = new Map<Asked, Made>();
  return (asked) => {
    const known = made.get(asked);
    if (known !== undefined) return known;
    const one = make(asked);
    made.set(asked, one);
    return one;
  };
}

/** Something that is made once for each language, if no other is named for the one that is spoken. */
function once<Made>(make: (code: string) => Made): (code?: string) => Made {
  const made = remembered(make);
  return (code = language()) => made(code);
}

/** Whether the browser has this kind of format in a language. */
const isKnown = (kind: { supportedLocalesOf: (code: string) => string[] }, code: string): boolean =>
  kind.supportedLocalesOf(localeOf(code)).length > 0;

/** The language as it is written where the reader lives, if their browser says so: British English, Swiss German. */
function varietyOf(code: string): string {
  const locale = localeOf(code);
  return navigator.languages.find((wished) => wished.split("-")[0] === locale) ?? locale;
}

const times = (options: Intl.DateTimeFormatOptions): (() => Intl.DateTimeFormat | null) =>
  once((code) =>
    isKnown(Intl.DateTimeFormat, code) ? new Intl.DateTimeFormat(varietyOf(code), options) : null,
  );

/** Some languages are given a hyphen by browsers, which is shorter than a plus. */
const MINUS = "\u2212";

const DECIMAL = once(
  (code) =>
    new Intl.NumberFormat([localeOf(code), NEIGHBOUR], {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    }),
);
const WHOLE = once(
  (code) => new Intl.NumberFormat([localeOf(code), NEIGHBOUR], { maximumFractionDigits: 0 }),
);
const DATE = times({ dateStyle: "medium" });
const TIME = times({ timeStyle: "short" });
const RELATIVE = once((code) =>
  code !== PSEUDO && isKnown(Intl.RelativeTimeFormat, code)
    ? new Intl.RelativeTimeFormat(localeOf(code), { numeric: "auto" })
    : null,
);
const ORDER = once((code) => (isKnown(Intl.Collator, code) ? new Intl.Collator(localeOf(code)) : null));
const PLURALS = once((code) => {
  const rules = new Intl.PluralRules(localeOf(code));
  return remembered((count: number): string => rules.select(count));
});

/** The plural categories of a language: `one` or `other` for a number, and more in some languages. */
export const pluralIn = (code: string): ((count: number) => string) => PLURALS(code);

/** The order of names in a language; null if the browser does not know it. */
export const collatorIn = (code: string): Intl.Collator | null => ORDER(code);

/** A number with one digit behind the point, or what the language has there. */
export const decimal = (value: number): string => DECIMAL().format(value).replace("-", MINUS);

/** A count, whose thousands are set apart as in the language. */
export const whole = (value: number): string => WHOLE().format(value);

/** A difference: with its sign, unless it is none. */
export function signedDecimal(value: number): string {
  const text = decimal(Math.abs(value));
  if (text === decimal(0)) return text;
  return `${value < 0 ? MINUS : "+"}${text}`;
}

/** A moment as one says it now: in 2 hours, yesterday; null if the browser cannot say it. */
export const fromNow = (value: number, unit: Unit): string | null => RELATIVE()?.format(value, unit) ?? null;

/** The day of a moment, told in seconds. */
export function date(at: number): string {
  const moment = new Date(at * 1000);
  const plain = [moment.getDate(), moment.getMonth() + 1, moment.getFullYear()].join(".");
  return DATE()?.format(moment) ?? plain;
}

/** Hour and minute of a moment, told in seconds. */
export function timeOfDay(at: number): string {
  const moment = new Date(at * 1000);
  const plain = [moment.getHours(), moment.getMinutes()]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
  return TIME()?.format(moment) ?? plain;
}
