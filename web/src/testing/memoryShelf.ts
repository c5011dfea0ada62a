/** A shelf in memory, for tests: shared by several hosts it is the disk of a device. */
import type { StoredRow, ToStore } from "../api/kinds";
import {
  ConflictError,
  isOrphan,
  keptAfter,
  newestFirst,
  NotStoredError,
  type KeptTable,
  type Shelf,
} from "../core/desk/shelf";

export class MemoryShelf implements Shelf {
  /** What the next attempts to store fail with. */
  failure: NotStoredError["code"] | null = null;
  private readonly keptTables = new Map<string, KeptTable>();
  private readonly keptRows = new Map<string, Map<number, string>>();

  async store(toStore: readonly ToStore[]): Promise<void> {
    await Promise.resolve();
    if (this.failure !== null) throw new NotStoredError(this.failure);
    const isTaken = ({ table, rows }: ToStore): boolean =>
      rows.some(({ seq }) => this.keptRows.get(table)?.has(seq));
    if (toStore.some(isTaken)) throw new ConflictError();
    if (toStore.some((one) => isOrphan(this.keptTables.get(one.table) ?? null, one))) {
      throw new NotStoredError("table_not_kept");
    }
    for (const one of toStore) {
      const rows = this.keptRows.get(one.table) ?? new Map<number, string>();
      for (const { seq, text } of one.rows) rows.set(seq, text);
      this.keptRows.set(one.table, rows);
      this.keptTables.set(one.table, keptAfter(this.keptTables.get(one.table) ?? null, one));
    }
  }

  async rows(table: string, after = 0): Promise<readonly StoredRow[]> {
    const rows = [...(this.keptRows.get(table) ?? [])].map(([seq, text]) => ({ seq, text }));
    return rows.filter(({ seq }) => seq > after).toSorted((one, other) => one.seq - other.seq);
  }

  async kept(table: string): Promise<KeptTable | null> {
    return this.keptTables.get(table) ?? null;
  }

  async tables(): Promise<readonly KeptTable[]> {
    return newestFirst([...this.keptTables.values()]);
  }

  async remove(table: string): Promise<void> {
    this.keptTables.delete(table);
    this.keptRows.delete(table);
  }
}
