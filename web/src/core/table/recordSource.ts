/** A game that was read once and is looked at again: any moment of it is shown without asking anybody. */
import type {
  Box,
  Command,
  Cost,
  GameReplay,
  Hint,
  Layout,
  LogLine,
  TableView,
  WhatIf,
} from "../../api/kinds";
import { entryOf, stateAfter } from "./entries";
import type { Entry, Opening, SourceListener, TableSource } from "./source";
import { isShared, withCoinsOf } from "./hiddenCoins";
import { withLines } from "./step";

/** Entries without events that are worth a look. */
const NOTABLE = new Set(["started", "tookover", "handedback", "finished"]);

/** One step of the game: an entry of the log, or a part of one. */
export type RecordedStep = Entry & { line: LogLine };

/** What a record is read from: a table that can tell its whole game. */
export type RecordedTable = Pick<
  TableSource,
  "id" | "open" | "replay" | "whatIf" | "drawing" | "recordAddress"
>;

export class RecordSource implements TableSource {
  readonly isLive = false;
  readonly online = null;
  /** The steps of the game, without what was taken back. */
  steps: readonly RecordedStep[] = [];
  private readonly table: RecordedTable;
  private listener: SourceListener | null = null;
  private first: TableView | null = null;
  private states = new Map<number, TableView>();

  constructor(table: RecordedTable) {
    this.table = table;
  }

  get id(): string {
    return this.table.id;
  }

  get recordAddress(): string {
    return this.table.recordAddress;
  }

  /** Read the game. It opens at its first moment; `show` leads to others. */
  async open(): Promise<Opening> {
    const [{ box, layout, state }, game] = await Promise.all([this.table.open(), this.table.replay()]);
    return this.read(game, box, layout, state);
  }

  listen(listener: SourceListener): void {
    this.listener = listener;
    listener.onConnected();
  }

  /** Go to a step at once. */
  show(index: number): void {
    const seq = this.steps[index]?.seq ?? this.first?.seq ?? 1;
    const state = this.steps[index]?.steps[0]?.state ?? this.first;
    if (state === null) return;
    this.listener?.onRestart(state);
    const log = this.steps.slice(0, index + 1).map(({ line }) => line);
    this.listener?.onHistory({ seq, log, chat: [] });
  }

  /** Let a step happen. */
  play(index: number): void {
    const step = this.steps[index];
    if (step !== undefined) this.listener?.onEntry(step);
  }

  async at(seq: number): Promise<TableView> {
    const state = this.states.get(seq);
    if (state === undefined) throw new RangeError(`${seq}`);
    return state;
  }

  replay(): Promise<GameReplay> {
    return this.table.replay();
  }

  whatIf(seq: number, actions: readonly string[]): Promise<WhatIf> {
    return this.table.whatIf(seq, actions);
  }

  drawing(theme: string): string {
    return this.table.drawing(theme);
  }

  send(_command: Command): Promise<number> {
    return Promise.reject(new Error("a record cannot be changed"));
  }

  hints(): Promise<readonly Hint[]> {
    return Promise.resolve([]);
  }

  costs(): Promise<readonly Cost[]> {
    return Promise.resolve([]);
  }

  reconnect(): void {
    // There is no connection.
  }

  close(): void {
    this.listener = null;
  }

  private read(game: GameReplay, box: Box, layout: Layout | null, now: TableView): Opening {
    const { agreement } = now;
    let state: TableView = { ...game.state, agreement };
    this.first = isShared(now) ? withCoinsOf(null, state) : state;
    const steps: RecordedStep[] = [];
    // The moments of several seats together would tell each player the coins of the others.
    const seen = (each: TableView): TableView => (isShared(now) ? withCoinsOf(null, each) : each);
    for (const update of game.updates) {
      const entry = entryOf(update, state);
      state = stateAfter(entry, state);
      this.states.set(state.seq, seen(state));
      steps.push(...singleSteps(entry, seen));
    }
    const kept = new Set(withLines(steps.map(({ line }) => line)));
    this.steps = steps.filter(
      ({ line, what }) => kept.has(line) && (line.events.length > 0 || NOTABLE.has(what)),
    );
    return { state: this.first, box, layout, log: [], chat: [] };
  }
}

/** The steps of an entry as entries of their own, so that each can be looked at. */
function singleSteps(entry: Entry, seen: (state: TableView) => TableView): RecordedStep[] {
  const { seq, at, what, seat, takesBack } = entry;
  return entry.steps.map((step) => ({
    ...entry,
    steps: [{ ...step, state: seen(step.state) }],
    line: { seq, at, what, seat, events: [...step.events], takes_back: takesBack },
  }));
}
