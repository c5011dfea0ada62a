/** What was written and not yet read at a table; how far one has read is kept in this browser. */
import type { Table } from "../core/table/table.svelte";

const PLACE = "elbowroom.read";
/** The tables that are remembered; older ones are forgotten. */
const MAX_TABLES = 40;

type Read = Record<string, number>;

class Unread {
  private readonly table: Table;
  private last = $state(0);

  constructor(table: Table) {
    this.table = table;
    this.last = stored()[table.id] ?? 0;
  }

  get count(): number {
    return this.table.chat.filter((message) => !message.is_yours && message.seq > this.last).length;
  }

  /** Somebody looks at what was written. */
  look(): void {
    const last = this.table.chat.at(-1)?.seq ?? 0;
    if (last <= this.last) return;
    this.last = last;
    keep(this.table.id, last);
  }
}

const known = new WeakMap<Table, Unread>();

export function unreadOf(table: Table): Unread {
  const found = known.get(table) ?? new Unread(table);
  known.set(table, found);
  return found;
}

function stored(): Read {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Read;
  } catch {
    return {};
  }
}

function keep(table: string, last: number): void {
  const others = Object.entries(stored()).filter(([id]) => id !== table);
  try {
    localStorage.setItem(
      PLACE,
      JSON.stringify(Object.fromEntries([...others.slice(1 - MAX_TABLES), [table, last]])),
    );
  } catch {
    // A browser that keeps nothing tells of old messages again.
  }
}
