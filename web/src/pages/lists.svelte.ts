/** A list of tables that is loaded: it tells all that a card shows, so no table is looked at for it. */
import type { Listed } from "../api/kinds";
import { progress } from "../learn/lessons/progress.svelte";

export class TableList {
  tables: readonly Listed[] | null = $state.raw(null);
  error: unknown = $state.raw(null);
  private readonly load: () => Promise<Listed[]>;

  constructor(load: () => Promise<Listed[]>) {
    this.load = load;
  }

  /** Those that wait for the viewer come first, then the latest. */
  get sorted(): readonly Listed[] {
    const waits = (listed: Listed): number => Number(listed.is_your_turn);
    return [...(this.tables ?? [])].sort((a, b) => waits(b) - waits(a) || b.changed_at - a.changed_at);
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
