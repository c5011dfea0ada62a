/** How much time a seat has: counted on from what the server said last, and in words. */
import type { Clock, TableView } from "../api/kinds";
import { duration } from "../words/times";
import { m } from "../words/words";

const HOUR = 3600;
const DAY = 86_400;
/** From here on the clock warns. */
const SHORT = 30;

type Timed = Pick<TableView, "left" | "since" | "to_move" | "is_paused" | "status" | "seats">;

/** Whether the clock of a seat runs: it is to move, nobody paused, and no computer decides. */
export function isRunning(state: Timed, seat: number): boolean {
  const sitter = state.seats[seat];
  const isPerson = sitter !== undefined && sitter.level === null && !sitter.is_taken_over;
  return state.status === "running" && state.to_move === seat && !state.is_paused && isPerson;
}

/** The seconds that a seat has left at a time of the server. */
export function secondsLeft(state: Timed, seat: number, now: number): number {
  const left = state.left[seat] ?? 0;
  return isRunning(state, seat) ? Math.max(0, left - Math.max(0, now - state.since)) : left;
}

export function isShort(seconds: number): boolean {
  return seconds < SHORT;
}

/** As a clock shows it. */
export function clockText(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole >= 2 * DAY)
    return m.web_online_clock_days({
      days: Math.floor(whole / DAY),
      hours: Math.floor((whole % DAY) / HOUR),
    });
  const hours = Math.floor(whole / HOUR);
  const minutes = Math.floor((whole % HOUR) / 60);
  const rest = String(whole % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** As one reads it aloud: rounded, so that it does not change each second. */
export function spokenTime(seconds: number): string {
  if (seconds >= 2 * DAY) return m.web_online_time_days({ count: Math.floor(seconds / DAY) });
  if (seconds >= 2 * HOUR) return m.web_online_time_hours({ count: Math.floor(seconds / HOUR) });
  if (seconds >= 90) return m.web_online_time_minutes({ count: Math.floor(seconds / 60) });
  return m.web_online_time_seconds({ count: seconds >= 60 ? 60 : Math.ceil(seconds / 10) * 10 });
}

/** What was agreed on. */
export function agreedText(clock: Clock): string | null {
  const time = duration(clock.seconds);
  if (clock.kind === "turn") return m.web_online_agreed_turn({ time });
  return clock.kind === "bank" ? m.web_online_agreed_bank({ time, seconds: clock.increment }) : null;
}
