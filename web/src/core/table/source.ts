/**
 * Where a table comes from. The screens know only this interface: behind it may be a server, a record that was read
 * once, or an engine that runs in this browser.
 */
import type {
  Box,
  ChatMessage,
  Command,
  Cost,
  Event,
  GameReplay,
  Hint,
  Layout,
  LogLine,
  Presence,
  SeatLink,
  TableView,
  TakenSeat,
  WhatIf,
} from "../../api/kinds";

/** What led to the moment of a number of the log. */
export interface History {
  seq: number;
  log: readonly LogLine[];
  chat: readonly ChatMessage[];
}

/** What a table is played with, which never changes. */
export interface Equipment {
  box: Box;
  /** Where things stand on the map; null for a map that cannot be drawn. */
  layout: Layout | null;
}

/** The table as it is now, and what it is played with. */
export interface Opening extends Equipment {
  state: TableView;
  log: readonly LogLine[];
  chat: readonly ChatMessage[];
}

/** One answer of a player with the chance that followed it, and the table after it. */
export interface EntryStep {
  /** The answer in the notation; null if the entry is no answer. */
  text: string | null;
  events: readonly Event[];
  state: TableView;
}

/** One entry of the table's log. */
export interface Entry {
  seq: number;
  at: number;
  what: string;
  seat: number | null;
  /** The entry that an undo takes back. */
  takesBack: number | null;
  /** Empty if nothing changed at the table, as with chat. */
  steps: readonly EntryStep[];
  said: ChatMessage | null;
  /** The number of a chat message that was removed. */
  removed: number | null;
}

/** Whoever is told what happens at the table. */
export interface SourceListener {
  onConnected(): void;
  onDisconnected(): void;
  onEntry(entry: Entry): void;
  /** The table goes on from this state, without what came in between. */
  onRestart(state: TableView): void;
  /** What came in between was read. */
  onHistory(history: History): void;
  onPresence(presence: Presence): void;
  /** There is no such table any more, or one may not see it, or this page is too old for the server. */
  onGone(reason: Error): void;
}

/** What people at a table can ask of each other; only where there are other people. */
export interface OnlineRequests {
  sitDown(name: string, wish?: { seat?: number; invite?: string }): Promise<TakenSeat>;
  /** A link that moves a seat to another device. */
  seatLink(seat: number): Promise<SeatLink>;
  /** Never read again what the writer of a chat message writes; returns the chat without it. */
  mute(message: number): Promise<readonly ChatMessage[]>;
  report(message: number, reason: string): Promise<void>;
}

/** Somebody of this device at a seat. */
export interface SeatedPerson {
  seat: number;
  name: string;
}

export interface TableSource {
  readonly id: string;
  /** The page of the table. */
  readonly address: string;
  /** Whether others see the table when they are given that address. */
  readonly hasLink: boolean;
  /** Whether it is a game that was read and is not played now: then no seat is one's own. */
  readonly isRecord: boolean;
  readonly online: OnlineRequests | null;
  open(): Promise<Opening>;
  /** What the table of a state is played with, for one that was not opened. */
  equipment(state: TableView): Promise<Equipment>;
  /** Tell everything that happens after the opening. */
  listen(listener: SourceListener): void;
  /** Send a command; resolves with the number of its entry when the listener was told of it. */
  send(command: Command): Promise<number>;
  hints(): Promise<readonly Hint[]>;
  /** What every region costs whoever decides, or why it cannot be taken. */
  costs(): Promise<readonly Cost[]>;
  /** The table at an earlier number of its log. */
  at(seq: number): Promise<TableView>;
  /** The whole game so far. */
  replay(): Promise<GameReplay>;
  /** The moment of this number, and what would happen if these actions followed. */
  whatIf(seq: number, actions: readonly string[]): Promise<WhatIf>;
  /** The address of a picture of the empty map. */
  drawing(theme: string): string;
  /** Open the table at which the same people play again, or find it; those of this device sit there. Its page comes back. */
  rematch(people: readonly SeatedPerson[]): Promise<string>;
  /** The record of the game, as text. */
  record(): Promise<string>;
  /** Connect anew, as when somebody who watched has come in and is known now. */
  reconnect(): void;
  close(): void;
}
