/** Where a device keeps its tables: rows by table and number, and beside them what a list shows. */
import type { StoredRow, TableSummary, ToStore } from "../../api/kinds";

/** What is kept of a table beside its rows. */
export interface KeptTable {
  table: string;
  seed: string;
  /** The game after the last row, in case a later version cannot replay them. */
  position: string;
  summary: TableSummary;
}

/** The number of a row is taken: another tab has stored it, and nothing was stored. */
export class ConflictError extends Error {}

/** Nothing was stored; the code of a refusal says why. */
export class NotStoredError extends Error {
  readonly code: "storage_full" | "storage_refused" | "table_not_kept";

  constructor(code: NotStoredError["code"], cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

export interface Shelf {
  /** Store all of it or nothing, in one transaction; resolves when it is on the disk. */
  store(toStore: readonly ToStore[]): Promise<void>;
  /** The rows of a table after a number, in order. */
  rows(table: string, after?: number): Promise<readonly StoredRow[]>;
  kept(table: string): Promise<KeptTable | null>;
  /** All tables, those first that changed last. */
  tables(): Promise<readonly KeptTable[]>;
  remove(table: string): Promise<void>;
}

/** What is kept of a table after something was stored; only its first rows tell the seed. */
export function keptAfter(before: KeptTable | null, { table, seed, position, summary }: ToStore): KeptTable {
  return { table, seed: seed === "" ? (before?.seed ?? "") : seed, position, summary };
}

/** Whether rows follow on nothing: their table was removed meanwhile. */
export function isOrphan(before: KeptTable | null, { rows }: ToStore): boolean {
  return before === null && rows[0]?.seq !== 1;
}

export function newestFirst(tables: readonly KeptTable[]): KeptTable[] {
  return tables.toSorted((one, other) => other.summary.changed_at - one.summary.changed_at);
}
