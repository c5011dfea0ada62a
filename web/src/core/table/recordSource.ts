/** A game that was read once and is looked at again: any moment of it is shown without asking anybody. */
import type { Command, Cost, GameReplay, Hint, LogLine, TableView, WhatIf } from "../../api/kinds";
import { entriesOf } from "./entries";
import type { Entry, Equipment, Opening, SourceListener, TableSource } from "./source";
import { isShared, withCoinsOf } from "./hiddenCoins";
import { withLines } from "./step";

/** Entries without events that are worth a look. */
const NOTABLE = new Set(["started", "tookover", "handedback", "finished"]);

/** One step of the game: an entry of the log, or a part of one. */
export type RecordedStep = Entry & { line: LogLine };

/** What a record is read from: a table that can tell its whole game. */
export type RecordedTable = Pick<
  TableSource,
  "id" | "address" | "hasLink" | "equipment" | "replay" | "whatIf" | "drawing" | "record"
>;

export class RecordSource implements TableSource {
  readonly isRecord = true;
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

  get address(): string {
    return this.table.address;
  }

  get hasLink(): boolean {
    return this.table.hasLink;
  }

  /** Read the game. It opens at its first moment; `show` leads to others. */
  async open(): Promise<Opening> {
    const game = await this.table.replay();
    const equipment = await this.table.equipment(game.state);
    return { state: this.read(game), log: [], chat: [], ...equipment };
  }

  equipment(state: TableView): Promise<Equipment> {
    return this.table.equipment(state);
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

  rematch(): Promise<string> {
    return Promise.reject(new Error("a record is not played again"));
  }

  record(): Promise<string> {
    return this.table.record();
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

  /** Take in a game; returns its first moment. */
  private read(game: GameReplay): TableView {
    const entries = entriesOf(game);
    const isOfSeveral = isShared(entries.at(-1)?.after ?? game.state);
    // The moments of several seats together would tell each player the coins of the others.
    const seen = (state: TableView): TableView => (isOfSeveral ? withCoinsOf(null, state) : state);
    this.first = seen(game.state);
    this.states = new Map(entries.map(({ entry, after }) => [entry.seq, seen(after)]));
    const steps = entries.flatMap(({ entry }) => singleSteps(entry, seen));
    const counting = new Set(withLines(steps.map(({ line }) => line)));
    this.steps = steps.filter(
      ({ line, what }) => counting.has(line) && (line.events.length > 0 || NOTABLE.has(what)),
    );
    return this.first;
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
