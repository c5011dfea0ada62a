/** A source of a table for tests: it tells what the test says, and remembers what was sent. */
import type { Box, Command, Cost, Event, GameReplay, Hint, TableView, WhatIf } from "../api/kinds";
import type {
  Entry,
  Equipment,
  OnlineRequests,
  Opening,
  SourceListener,
  TableSource,
} from "../core/table/source";

const EMPTY_BOX: Box = { races: [], powers: [], maps: [] };

interface Sent {
  command: Command;
  resolve: (seq: number) => void;
  reject: (reason: Error) => void;
}

export class FakeSource implements TableSource {
  readonly id: string;
  isRecord = false;
  online: OnlineRequests | null = null;
  readonly hasLink = true;
  listener: SourceListener | null = null;
  sent: Sent[] = [];
  reconnected = 0;
  isClosed = false;
  knownHints: readonly Hint[] = [];
  knownCosts: readonly Cost[] = [];
  game: GameReplay | null = null;
  readonly state: TableView;
  private readonly opening: Partial<Opening>;

  constructor(state: TableView, opening: Partial<Opening> = {}) {
    this.id = state.table;
    this.state = state;
    this.opening = opening;
  }

  async open(): Promise<Opening> {
    return { state: this.state, box: EMPTY_BOX, layout: null, log: [], chat: [], ...this.opening };
  }

  get address(): string {
    return `/t/${this.id}`;
  }

  rematch(): Promise<string> {
    return Promise.resolve("/t/again");
  }

  record(): Promise<string> {
    return Promise.resolve("a record");
  }

  async equipment(): Promise<Equipment> {
    const { box = EMPTY_BOX, layout = null } = this.opening;
    return { box, layout };
  }

  listen(listener: SourceListener): void {
    this.listener = listener;
    listener.onConnected();
  }

  send(command: Command): Promise<number> {
    return new Promise((resolve, reject) => this.sent.push({ command, resolve, reject }));
  }

  hints(): Promise<readonly Hint[]> {
    return Promise.resolve(this.knownHints);
  }

  costs(): Promise<readonly Cost[]> {
    return Promise.resolve(this.knownCosts);
  }

  at(_seq: number): Promise<TableView> {
    return Promise.resolve(this.state);
  }

  replay(): Promise<GameReplay> {
    return Promise.resolve(this.game ?? { state: this.state, updates: [] });
  }

  whatIf(_seq: number, _actions: readonly string[]): Promise<WhatIf> {
    return Promise.resolve({ steps: [], state: this.state, chance: [] });
  }

  drawing(theme: string): string {
    return `/drawing?theme=${theme}`;
  }

  reconnect(): void {
    this.reconnected += 1;
  }

  close(): void {
    this.isClosed = true;
  }

  /** The texts of what was answered, in order; several in one command are joined by commas. */
  get answers(): string[] {
    return this.sent.flatMap(({ command }) => {
      if (command.do !== "act") return [];
      return ["actions" in command ? command.actions.join(", ") : command.action];
    });
  }
}

/** An entry with one step. */
export function entry(
  seq: number,
  state: TableView,
  events: readonly Event[] = [],
  more: Partial<Entry> = {},
): Entry {
  const steps = [{ text: null, events, state: { ...state, seq } }];
  return {
    seq,
    at: 0,
    what: "acted",
    seat: 1,
    takesBack: null,
    steps,
    said: null,
    removed: null,
    ...more,
  };
}
