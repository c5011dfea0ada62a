/**
 * The log as people read it: turn by turn, small steps told in one line, each with the regions it speaks of. It grows:
 * only the chapter of the present turn is ever made anew.
 */
import type { Event, EventCode, LogLine } from "../api/kinds";
import { pastStep, type Step } from "../core/table/step";
import type { Context } from "./context";
import { comboWords } from "../words/names";
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
  /** The turn in a few words, once it is over. */
  summary: string | null;
}

/** What one entry of the log adds to a line. */
interface Part {
  seq: number;
  events: readonly Event[];
}

interface Combo {
  race: string;
  power: string | null;
}

/** What says nothing that other lines do not say. */
const SILENT = new Set<EventCode>(["turn_began", "game_turn_began", "gathered", "marker_taken_up"]);

const PROLOGUE: Chapter = { gameTurn: 0, seat: null, first: 0, lines: [], summary: null };

export class Chronicle {
  chapters: readonly Chapter[] = $state.raw([]);
  private readonly context: () => Context | null;
  /** What the lines of the last chapter were made of. */
  private parts: Part[][] = [];
  /** The combo that each seat picked last, by seat: later turns speak of the race alone. */
  private combos: (Combo | null)[] = [];

  constructor(context: () => Context | null) {
    this.context = context;
  }

  clear = (): void => {
    this.chapters = [];
    this.parts = [];
    this.combos = [];
  };

  /** All of it as plain lines, with a heading for each turn. */
  get texts(): string[] {
    return this.chapters.flatMap((chapter) => [
      this.headingOf(chapter),
      ...chapter.lines.map(({ text }) => text),
    ]);
  }

  /** What stands before the summary of a turn. */
  shortHeadingOf({ gameTurn, seat }: Chapter): string {
    if (seat === null) return m.web_log_before();
    return m.web_log_short({ turn: gameTurn, player: this.context()?.names[seat] ?? "" });
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
    this.close();
    this.chapters = [...this.chapters, { gameTurn, seat, first, lines: [], summary: null }];
    this.parts = [];
  }

  private close(): void {
    const last = this.chapters.at(-1);
    if (last === undefined || last.seat === null) return;
    const summary = this.summaryOf(last.seat, this.parts.flatMap(eventsOf));
    this.chapters = [...this.chapters.slice(0, -1), { ...last, summary }];
  }

  /** A turn that is over in a few words: with whom, how many regions were conquered, what it brought. */
  private summaryOf(seat: number, events: readonly Event[]): string | null {
    const context = this.context();
    if (context === null) return null;
    for (const event of events) {
      if (event.code === "picked") this.combos[seat] = { race: event.race, power: event.power };
    }
    const regions = events.filter(({ code }) => code === "conquered").length;
    const score = events.find((event) => event.code === "scored");
    const race = raceOf(events);
    const combo = this.combos[seat] ?? (race === null ? null : { race, power: null });
    if (combo === null || score === undefined) return null;
    const facts = { ...comboWords(combo.power, combo.race, context.box), regions, coins: score.coins };
    const declined = events.findIndex(({ code }) => code === "declined");
    if (declined < 0) return m.web_log_summary(facts);
    this.combos[seat] = null;
    // After scoring, a race may go in decline in the turn in which it conquered.
    return declined > events.indexOf(score)
      ? m.web_log_summary_retired(facts)
      : m.web_log_summary_declined(facts);
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
    const last = { ...(this.chapters.at(-1) ?? PROLOGUE), lines };
    const isEmptyPrologue = last.seat === null && lines.length === 0;
    this.chapters = [...this.chapters.slice(0, -1), ...(isEmptyPrologue ? [] : [last])];
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

/** The active race of a turn, as far as its events tell. */
function raceOf(events: readonly Event[]): string | null {
  for (const event of events) {
    if (event.code === "conquered" || event.code === "declined") return event.race;
    const active = event.code === "scored" ? event.parts.find((part) => part.in_decline !== true) : undefined;
    if (active !== undefined) return active.race;
  }
  return null;
}

function regionsOf(events: readonly Event[]): number[] {
  const regions = events.flatMap((event) =>
    "region" in event && event.region != null ? [event.region] : [],
  );
  return [...new Set(regions)];
}
