/** Times as people say them, in the language of the page. */
import { language } from "./words";

type Unit = "day" | "hour" | "minute" | "second";
const UNITS: readonly [Unit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];

/** The catalogues' pseudo-locale is no language that the browser knows. */
const spoken = (): string => (language === "xx" ? "en" : language);

/** A length of time in the largest unit that tells it exactly: 180 seconds are 3 minutes. */
export function duration(seconds: number): string {
  const [unit, size] = UNITS.find(([, each]) => seconds >= each && seconds % each === 0) ?? ["second", 1];
  const format = new Intl.NumberFormat(spoken(), { style: "unit", unit, unitDisplay: "long" });
  return format.format(seconds / size);
}

/** How long ago something was, roughly. */
export function ago(at: number, now: number = Date.now() / 1000): string {
  const passed = Math.max(0, now - at);
  const [unit, size] = UNITS.find(([, each]) => passed >= each) ?? ["second", 1];
  const format = new Intl.RelativeTimeFormat(spoken(), { numeric: "auto" });
  return unit === "second" ? format.format(0, "second") : format.format(-Math.floor(passed / size), unit);
}

export function date(at: number): string {
  return new Intl.DateTimeFormat(spoken(), { dateStyle: "medium" }).format(at * 1000);
}

/** A number with one digit behind the point, or what the language has there. */
export function decimal(value: number): string {
  return new Intl.NumberFormat(spoken(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    value,
  );
}
