/** What a page and the worker with its desk say to each other: every request gets one answer, and tables tell by themselves. */
import type { DeskMessage, DeskRefusal, DeskRequest } from "../../api/kinds";

/** What a page may ask of the desk itself; storing, loading and computers are the worker's business. */
export type TableRequest = Exclude<
  DeskRequest,
  { ask: "load" | "read_on" | "play" | "stored" | "not_stored" | "close" | "catch_up" }
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

export type FromWorker =
  | { id: number; result: unknown }
  | { id: number; refused: DeskRefusal }
  | { table: string; message: DeskMessage };
