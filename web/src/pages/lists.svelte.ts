/** A list of tables that is loaded, with what each of them looks like. */
import type { Listed, TableView } from "../api/kinds";
import { lookAt } from "../api/tables";
import { progress } from "../learn/lessons/progress.svelte";

/** So many tables are looked at; of the others one reads only what the list says. */
const MOST = 12;

export class TableList {
  tables: readonly Listed[] | null = $state.raw(null);
  views: Readonly<Record<string, TableView>> = $state.raw({});
  error: unknown = $state.raw(null);
  private readonly load: () => Promise<Listed[]>;

  constructor(load: () => Promise<Listed[]>) {
    this.load = load;
  }

  /** Those that wait for the viewer come first, then the latest. */
  get sorted(): readonly Listed[] {
    const waits = (listed: Listed): number => (this.views[listed.table]?.decision == null ? 0 : 1);
    return [...(this.tables ?? [])].sort((a, b) => waits(b) - waits(a) || b.changed_at - a.changed_at);
  }

  async refresh(): Promise<void> {
    this.error = null;
    try {
      this.tables = (await this.load()).filter((listed) => !progress.isLesson(listed.table));
    } catch (error) {
      this.error = error;
      return;
    }
    const latest = [...this.tables].sort((a, b) => b.changed_at - a.changed_at).slice(0, MOST);
    const looked = await Promise.allSettled(latest.map((listed) => lookAt(listed.table)));
    const views = looked.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    this.views = Object.fromEntries(views.map((view) => [view.table, view]));
  }
}
