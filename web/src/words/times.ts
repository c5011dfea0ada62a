/** Times as people say them, in the language of the page. */
import { fromNow, type Unit } from "./formats";
import { m } from "./words";

export { date, decimal } from "./formats";

const UNITS: readonly [Unit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];

/** So many of a unit. */
const LENGTHS: Readonly<Record<Unit, (count: number) => string>> = {
  day: (count) => m.web_online_time_days({ count }),
  hour: (count) => m.web_online_time_hours({ count }),
  minute: (count) => m.web_online_time_minutes({ count }),
  second: (count) => m.web_online_time_seconds({ count }),
};

/** So many of a unit ago. */
const AGO: Readonly<Record<Unit, (count: number) => string>> = {
  day: (days) => m.time_ago_days({ days }),
  hour: (hours) => m.time_ago_hours({ hours }),
  minute: (minutes) => m.time_ago_minutes({ minutes }),
  second: () => m.time_ago_now(),
};

/** A length of time in the largest unit that tells it exactly: 180 seconds are 3 minutes. */
export function duration(seconds: number): string {
  const [unit, size] = UNITS.find(([, each]) => seconds >= each && seconds % each === 0) ?? ["second", 1];
  return LENGTHS[unit](seconds / size);
}

/** How long ago something was, roughly. */
export function ago(at: number, now: number = Date.now() / 1000): string {
  const passed = Math.max(0, now - at);
  const [unit, size] = UNITS.find(([, each]) => passed >= each) ?? ["second", 1];
  const count = unit === "second" ? 0 : Math.floor(passed / size);
  return fromNow(-count, unit) ?? AGO[unit](count);
}
