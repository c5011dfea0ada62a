/**
 * The shelf of a browser, in IndexedDB. The key of a row, its table and its number, is the only lock between tabs: whoever
 * comes second stores nothing, reads the rows of the first, and decides again.
 */
import type { StoredRow, ToStore } from "../../api/kinds";
import {
  ConflictError,
  isOrphan,
  keptAfter,
  newestFirst,
  NotStoredError,
  type KeptTable,
  type Shelf,
} from "./shelf";

const DATABASE = "elbowroom";
const VERSION = 1;
const TABLES = "tables";
const ROWS = "rows";
/** A transaction counts as stored when it is on the disk, and not when the system has heard of it. */
const DURABLE: IDBTransactionOptions = { durability: "strict" };

interface KeptRow extends StoredRow {
  table: string;
}

export class IndexedDbShelf implements Shelf {
  private readonly factory: IDBFactory;
  private database: Promise<IDBDatabase> | null = null;

  constructor(factory: IDBFactory = indexedDB) {
    this.factory = factory;
  }

  async store(toStore: readonly ToStore[]): Promise<void> {
    const transaction = (await this.open()).transaction([TABLES, ROWS], "readwrite", DURABLE);
    const ended = finished(transaction);
    let failure: unknown = null;
    for (const one of toStore) {
      void this.put(transaction, one).catch((error: unknown) => {
        failure ??= error;
        abort(transaction);
      });
    }
    await ended.catch((error: unknown) => {
      throw failure === null ? error : notStored(failure);
    });
  }

  async rows(table: string, after = 0): Promise<readonly StoredRow[]> {
    const transaction = (await this.open()).transaction(ROWS);
    const range = IDBKeyRange.bound([table, after], [table, Infinity], true);
    const rows = await answered<KeptRow[]>(transaction.objectStore(ROWS).getAll(range));
    return rows.map(({ seq, text }) => ({ seq, text }));
  }

  async kept(table: string): Promise<KeptTable | null> {
    const transaction = (await this.open()).transaction(TABLES);
    return (await answered<KeptTable | undefined>(transaction.objectStore(TABLES).get(table))) ?? null;
  }

  async tables(): Promise<readonly KeptTable[]> {
    const transaction = (await this.open()).transaction(TABLES);
    return newestFirst(await answered<KeptTable[]>(transaction.objectStore(TABLES).getAll()));
  }

  async remove(table: string): Promise<void> {
    const transaction = (await this.open()).transaction([TABLES, ROWS], "readwrite", DURABLE);
    const ended = finished(transaction);
    transaction.objectStore(TABLES).delete(table);
    transaction.objectStore(ROWS).delete(IDBKeyRange.bound([table, 0], [table, Infinity]));
    await ended;
  }

  private async put(transaction: IDBTransaction, one: ToStore): Promise<void> {
    const tables = transaction.objectStore(TABLES);
    const before = (await answered<KeptTable | undefined>(tables.get(one.table))) ?? null;
    if (isOrphan(before, one)) throw new NotStoredError("table_not_kept");
    const rows = transaction.objectStore(ROWS);
    for (const { seq, text } of one.rows) rows.add({ table: one.table, seq, text } satisfies KeptRow);
    tables.put(keptAfter(before, one));
  }

  private open(): Promise<IDBDatabase> {
    this.database ??= this.connect().catch((error: unknown) => {
      this.database = null;
      throw error;
    });
    return this.database;
  }

  private async connect(): Promise<IDBDatabase> {
    try {
      const request = this.factory.open(DATABASE, VERSION);
      request.onupgradeneeded = () => {
        request.result.createObjectStore(TABLES, { keyPath: "table" });
        request.result.createObjectStore(ROWS, { keyPath: ["table", "seq"] });
      };
      const database = await answered(request);
      // A newer version of this page, or somebody who clears the storage, must not wait for this one.
      database.onversionchange = () => this.forget(database);
      database.onclose = () => this.forget(database);
      return database;
    } catch (error) {
      throw notStored(error);
    }
  }

  private forget(database: IDBDatabase): void {
    database.close();
    this.database = null;
  }
}

function answered<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Resolves when a transaction is on the disk; if it is not, nothing of it is. */
function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => {
      const { error } = transaction;
      reject(error?.name === "ConstraintError" ? new ConflictError() : notStored(error));
    };
  });
}

/** Store nothing of a transaction; one that has ended by itself cannot be stopped any more. */
function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It has told already how it ended.
  }
}

function notStored(error: unknown): NotStoredError {
  if (error instanceof NotStoredError) return error;
  const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
  return new NotStoredError(isFull ? "storage_full" : "storage_refused", error);
}
