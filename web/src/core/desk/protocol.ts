/** What a page and the worker with its desk say to each other: every request gets one answer, and tables tell by themselves. */
import type { EngineTrouble } from "../../engine/load";
import type { DeskMessage, DeskRefusal, DeskRequest } from "../../api/kinds";

/** What a page may ask of the desk itself; storing, loading and computers are the worker's business. */
export type TableRequest = Exclude<
  DeskRequest,
  { ask: "load" | "read_on" | "play" | "stored" | "not_stored" | "close" | "catch_up" | "stored_record" }
>;

/** Hear what a table tells after a number of its log, and let its computers play, until one has heard enough. */
export interface Watch {
  ask: "watch";
  table: string;
  since: number;
}

export interface Unwatch {
  ask: "unwatch";
  table: string;
}

/** Delete a table from the device. */
export interface Remove {
  ask: "remove";
  table: string;
}

export type PageRequest = TableRequest | Watch | Unwatch | Remove;

export interface ToWorker {
  id: number;
  request: PageRequest;
}

/** The first message to a worker: where its engine is. */
export interface StartWorker {
  start: string;
}

/** How far a worker is before it can answer. */
export type Starting =
  { loaded: number; total: number } | { started: true } | { failed: EngineTrouble; reason: string };

export type FromWorker =
  | Starting
  | { id: number; result: unknown }
  | { id: number; refused: DeskRefusal }
  | { table: string; message: DeskMessage };
