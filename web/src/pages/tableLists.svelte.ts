/** A list of tables that is loaded: it tells all that a card shows, so no table is looked at for it. */
import type { ListedTable } from "../core/places/listedTables";
import { progress } from "../learn/lessons/progress.svelte";

export class TableList {
  tables: readonly ListedTable[] | null = $state.raw(null);
  error: unknown = $state.raw(null);
  private readonly load: () => Promise<ListedTable[]>;

  constructor(load: () => Promise<ListedTable[]>) {
    this.load = load;
  }

  /** Those that wait for the viewer come first, then the latest; a show game comes last. */
  get sorted(): readonly ListedTable[] {
    const rank = (listed: ListedTable): number => Number(listed.is_your_turn) - Number(listed.is_show);
    return [...(this.tables ?? [])].sort((a, b) => rank(b) - rank(a) || b.changed_at - a.changed_at);
  }

  async refresh(): Promise<void> {
    this.error = null;
    try {
      this.tables = (await this.load()).filter((listed) => !progress.isLesson(listed.table));
    } catch (error) {
      this.error = error;
    }
  }
}
