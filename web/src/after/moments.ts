/** The states of a game at numbers of its log, asked for once each. */
import type { Update } from "../api/kinds";
import { get } from "../core/http/rest";

export class Moments {
  private readonly table: string;
  private readonly asked = new Map<number, Promise<Update>>();

  constructor(table: string) {
    this.table = table;
  }

  at(seq: number): Promise<Update> {
    const found = this.asked.get(seq) ?? get<Update>(`/api/tables/${this.table}/at/${seq}`);
    this.asked.set(seq, found);
    // What failed may be asked for again.
    found.catch(() => this.asked.delete(seq));
    return found;
  }
}
