/** Times as people say them, in the language of the page. */
import { fromNow, measured, type Unit } from "./formats";

export { date, decimal } from "./formats";

const UNITS: readonly [Unit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];

/** A length of time in the largest unit that tells it exactly: 180 seconds are 3 minutes. */
export function duration(seconds: number): string {
  const [unit, size] = UNITS.find(([, each]) => seconds >= each && seconds % each === 0) ?? ["second", 1];
  return measured(seconds / size, unit);
}

/** How long ago something was, roughly. */
export function ago(at: number, now: number = Date.now() / 1000): string {
  const passed = Math.max(0, now - at);
  const [unit, size] = UNITS.find(([, each]) => passed >= each) ?? ["second", 1];
  return unit === "second" ? fromNow(0, "second") : fromNow(-Math.floor(passed / size), unit);
}
