/**
 * Numbers, lists and times as the language writes them. An `Intl` object takes far longer to make than to use, so each is
 * made once for a language, and nowhere but here.
 */
import { BASE, language, PSEUDO } from "./spoken.svelte";

export type Unit = "day" | "hour" | "minute" | "second";

/** The browser knows no pseudo-locale. */
export const localeOf = (code: string): string => (code === PSEUDO ? BASE : code);

/** Our English is British: no comma before the last of several. */
const listLocaleOf = (code: string): string => (localeOf(code) === "en" ? "en-GB" : localeOf(code));

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

const numbers = (options: Intl.NumberFormatOptions): (() => Intl.NumberFormat) =>
  once((code) => new Intl.NumberFormat(localeOf(code), options));
const units = (unit: Unit): (() => Intl.NumberFormat) =>
  numbers({ style: "unit", unit, unitDisplay: "long" });
const times = (options: Intl.DateTimeFormatOptions): (() => Intl.DateTimeFormat) =>
  once((code) => new Intl.DateTimeFormat(localeOf(code), options));

const PERCENT = numbers({ style: "percent", maximumFractionDigits: 0 });
const DECIMAL = numbers({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
const UNITS = { day: units("day"), hour: units("hour"), minute: units("minute"), second: units("second") };
const DATE = times({ dateStyle: "medium" });
const TIME = times({ hour: "2-digit", minute: "2-digit" });
const RELATIVE = once((code) => new Intl.RelativeTimeFormat(localeOf(code), { numeric: "auto" }));
const LIST = once((code) => new Intl.ListFormat(listLocaleOf(code), { type: "conjunction" }));
const ORDER = once((code) => new Intl.Collator(localeOf(code)));
const PLURALS = once((code) => {
  const rules = new Intl.PluralRules(localeOf(code));
  return remembered((count: number): string => rules.select(count));
});

/** The plural categories of a language: `one` or `other` for a number, and more in some languages. */
export const pluralIn = (code: string): ((count: number) => string) => PLURALS(code);

/** Several things, as one lists them. */
export const listed = (items: readonly string[]): string => LIST().format(items);

/** Which of two names comes first in the alphabet of the language. */
export const inOrder = (one: string, other: string): number => ORDER().compare(one, other);

export const percent = (chance: number): string => PERCENT().format(chance);

/** A number with one digit behind the point, or what the language has there. */
export const decimal = (value: number): string => DECIMAL().format(value);

/** A number of seconds, minutes, hours or days. */
export const measured = (value: number, unit: Unit): string => UNITS[unit]().format(value);

/** A moment as one says it now: in 2 hours, yesterday. */
export const fromNow = (value: number, unit: Unit): string => RELATIVE().format(value, unit);

/** The day of a moment, told in seconds. */
export const date = (at: number): string => DATE().format(at * 1000);

/** Hour and minute of a moment, told in seconds. */
export const timeOfDay = (at: number): string => TIME().format(at * 1000);
