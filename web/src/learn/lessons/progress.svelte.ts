/** Which lessons were finished on this device, and the tables on which lessons were played. */

interface Kept {
  done: readonly string[];
  tables: readonly string[];
}

const PLACE = "elbowroom.lessons";
/** Older tables than these are nobody's concern. */
const MAX_TABLES = 60;

class Progress {
  private kept: Kept = $state.raw(remembered());

  get done(): readonly string[] {
    return this.kept.done;
  }

  isDone(lesson: string): boolean {
    return this.kept.done.includes(lesson);
  }

  /** Whether a table was opened for a lesson: such a game is not one to go on with. */
  isLesson(table: string): boolean {
    return this.kept.tables.includes(table);
  }

  finish(lesson: string): void {
    this.keep({ ...this.kept, done: [...new Set([...this.kept.done, lesson])] });
  }

  opened(table: string): void {
    this.keep({ ...this.kept, tables: [...this.kept.tables, table].slice(-MAX_TABLES) });
  }

  forget(): void {
    this.keep({ ...this.kept, done: [] });
  }

  private keep(kept: Kept): void {
    this.kept = kept;
    try {
      localStorage.setItem(PLACE, JSON.stringify(kept));
    } catch {
      // A browser that keeps nothing still teaches.
    }
  }
}

function remembered(): Kept {
  try {
    const found = JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Record<string, unknown> | null;
    return { done: words(found?.["done"]), tables: words(found?.["tables"]) };
  } catch {
    return { done: [], tables: [] };
  }
}

function words(found: unknown): string[] {
  return Array.isArray(found) ? found.filter((word) => typeof word === "string") : [];
}

export const progress = new Progress();
