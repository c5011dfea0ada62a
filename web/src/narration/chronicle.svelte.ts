/**
 * The log as people read it: turn by turn, small steps told in one line, each with the regions it speaks of. It grows:
 * only the chapter of the present turn is ever made anew.
 */
import type { Event, EventCode, LogLine } from "../api/kinds";
import { pastStep, type Step } from "../core/table/step";
import type { Context } from "./context";
import { m } from "../words/words";
import { deedsFirst, isTogether, runText } from "./events";

export interface ChronicleLine {
  /** The number of the log, by which one jumps to that moment. */
  seq: number;
  text: string;
  regions: readonly number[];
}

export interface Chapter {
  gameTurn: number;
  /** Whose turn it was; null for what came before the first one. */
  seat: number | null;
  /** The number of the log at which it began. */
  first: number;
  lines: readonly ChronicleLine[];
}

/** What one entry of the log adds to a line. */
interface Part {
  seq: number;
  events: readonly Event[];
}

/** What says nothing that other lines do not say. */
const SILENT = new Set<EventCode>(["turn_began", "game_turn_began", "gathered", "marker_taken_up"]);

const PROLOGUE: Chapter = { gameTurn: 0, seat: null, first: 0, lines: [] };

export class Chronicle {
  chapters: readonly Chapter[] = $state.raw([]);
  private readonly context: () => Context | null;
  /** What the lines of the last chapter were made of. */
  private parts: Part[][] = [];

  constructor(context: () => Context | null) {
    this.context = context;
  }

  clear = (): void => {
    this.chapters = [];
    this.parts = [];
  };

  /** All of it as plain lines, with a heading for each turn. */
  get texts(): string[] {
    return this.chapters.flatMap((chapter) => [
      this.headingOf(chapter),
      ...chapter.lines.map(({ text }) => text),
    ]);
  }

  headingOf({ gameTurn, seat }: Chapter): string {
    if (seat === null) return m.web_log_before();
    return m.web_log_turn({ turn: gameTurn, player: this.context()?.names[seat] ?? "" });
  }

  add = (step: Step): void => {
    const { seq, events, takesBack } = step;
    if (takesBack !== null) this.takeBack(takesBack);
    for (const event of deedsFirst(events)) {
      if (event.code === "turn_began") this.begin(event.game_turn, event.seat, seq);
      else if (!SILENT.has(event.code)) this.tell(seq, event);
    }
  };

  private begin(gameTurn: number, seat: number, first: number): void {
    this.chapters = [...this.chapters, { gameTurn, seat, first, lines: [] }];
    this.parts = [];
  }

  private tell(seq: number, event: Event): void {
    const run = this.parts.at(-1);
    const last = run?.at(-1);
    if (run === undefined || last === undefined || !isTogether(eventsOf(run), event)) {
      this.parts.push([{ seq, events: [event] }]);
    } else if (last.seq === seq) {
      run[run.length - 1] = { seq, events: [...last.events, event] };
    } else {
      run.push({ seq, events: [event] });
    }
    this.word(this.parts.length - 1);
  }

  /** An undo never goes back beyond the turn, so only the last chapter changes. */
  private takeBack(seq: number): void {
    const kept = this.parts.map((run) => run.filter((part) => part.seq !== seq));
    this.parts = kept.filter((run) => run.length > 0);
    this.replaceLines(this.parts.map((run) => this.lineOf(run)));
  }

  /** Word one line of the last chapter. */
  private word(number: number): void {
    const lines = this.chapters.at(-1)?.lines ?? [];
    this.replaceLines([...lines.slice(0, number), this.lineOf(this.parts[number] ?? [])]);
  }

  private replaceLines(lines: readonly ChronicleLine[]): void {
    this.chapters = [...this.chapters.slice(0, -1), { ...(this.chapters.at(-1) ?? PROLOGUE), lines }];
  }

  private lineOf(run: readonly Part[]): ChronicleLine {
    const context = this.context();
    const events = eventsOf(run);
    return {
      seq: run.at(-1)?.seq ?? 0,
      text: context === null ? "" : runText(context, events),
      regions: regionsOf(events),
    };
  }
}

/** A log as plain lines. */
export function logTexts(context: Context, log: readonly LogLine[]): string[] {
  const chronicle = new Chronicle(() => context);
  for (const line of log) chronicle.add(pastStep(line));
  return chronicle.texts;
}

function eventsOf(run: readonly Part[]): Event[] {
  return run.flatMap((part) => part.events);
}

function regionsOf(events: readonly Event[]): number[] {
  const regions = events.flatMap((event) =>
    "region" in event && event.region != null ? [event.region] : [],
  );
  return [...new Set(regions)];
}
