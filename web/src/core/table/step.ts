/** What happens at a table, one step at a time: everything that follows a table is told of these. */
import type { ChatMessage, Event, LogLine, TableView, View } from "../../api/kinds";
import type { Entry } from "./source";

export interface Step {
  /** The number of its entry in the log; an entry can have several steps. */
  seq: number;
  at: number;
  what: string;
  seat: number | null;
  /** The answer in the notation; null if it is none, or was told with the die before. */
  text: string | null;
  events: readonly Event[];
  /** The entry that an undo takes back. */
  takesBack: number | null;
  said: ChatMessage | null;
  /** The game before and after it; null where only the log tells of it. */
  before: View | null;
  after: View | null;
  /** Whether it is shown as it happens; else it was before one came, or was skipped. */
  isLive: boolean;
  /** How long it is shown, in milliseconds; 0 means at once. */
  duration: number;
}

/** A step that is still to be shown, with the table after it. */
export interface UntoldStep extends Omit<Step, "before" | "after" | "isLive" | "duration"> {
  /** Null if the table stays as it is, as while a die rolls. */
  state: TableView | null;
}

/** The steps of an entry. A die rolls first, on the table as it was; then what came of it is shown. */
export function stepsOf(entry: Entry): UntoldStep[] {
  const { seq, at, what, seat, takesBack } = entry;
  return entry.steps.flatMap(({ text, events, state }): UntoldStep[] => {
    const step = { seq, at, what, seat, takesBack, said: null, text, events, state };
    const after = events.findLastIndex((event) => event.code === "rolled") + 1;
    if (after === 0) return [step];
    return [
      { ...step, events: events.slice(0, after), state: null },
      { ...step, events: events.slice(after), text: null },
    ];
  });
}

/** A line of the log as a step that was before one came. */
export function pastStep({ seq, at, what, seat, events, takes_back }: LogLine): Step {
  const told = { seq, at, what, seat, events, takesBack: takes_back ?? null };
  return { ...told, text: null, said: null, before: null, after: null, isLive: false, duration: 0 };
}

/** The log with one more line. It holds what counts: an undo takes its entry out again, and is no line itself. */
export function withLine(log: readonly LogLine[], line: LogLine): LogLine[] {
  const takenBack = line.takes_back ?? null;
  if (takenBack !== null) return log.filter(({ seq }) => seq !== takenBack);
  const last = log.at(-1);
  if (last?.seq !== line.seq) return [...log, line];
  return [...log.slice(0, -1), { ...last, events: [...last.events, ...line.events] }];
}

/** The same for many lines. */
export function withLines(lines: readonly LogLine[]): LogLine[] {
  const takenBack = new Set(lines.map((line) => line.takes_back ?? null));
  return lines.filter((line) => line.takes_back == null && !takenBack.has(line.seq));
}

export function lineOf({ seq, at, what, seat, events, takesBack }: Step): LogLine {
  return { seq, at, what, seat, events: [...events], takes_back: takesBack };
}
