/**
 * What this browser saw of a table: what was committed to before the game began, and heads of the log while it was played.
 * When the game is over this is compared with what the server tells then, not the server's words with each other.
 */
import type { TableView } from "../../api/kinds";

/** As `elbowroom verify --seen` reads it. */
export interface SeenTable {
  commitment: string;
  seats: readonly { commitment: string; nonce: string }[];
  /** The number of the log at which it was so. */
  seq: number;
  status: string;
  /** Until when numbers were to be told: from then on nobody can commit to another one. */
  reveal_until: number | null;
  /** Heads of the log, by the numbers of their entries. */
  heads: Readonly<Record<string, string>>;
}

const PLACE = "elbowroom.seen";
const MAX_TABLES = 40;
/** One head in so many is remembered, and the newest. */
const HEAD_EVERY = 25;

export class Witness {
  private readonly table: string;
  private seen: SeenTable | null;
  private newest: readonly [seq: number, head: string] | null = null;
  /** The status with which it was last written down. */
  private status = "";

  constructor(table: string) {
    this.table = table;
    this.seen = seenOf(table);
  }

  /**
   * The table as it is shown: what it has committed to is renewed as long as people sit down, and then no more. The
   * seed cannot be changed, so the first hash of it that was seen counts. Whoever comes after the end has seen nothing.
   */
  look(state: TableView): void {
    if (this.seen === null && state.status === "over") return;
    if (this.seen === null || (!isFinal(this.seen) && state.status === "open")) {
      const { seq, status, reveal_until } = state;
      const seats = state.seats.map(({ commitment, nonce }) => ({ commitment, nonce }));
      const { commitment, heads } = this.seen ?? { commitment: state.commitment, heads: {} };
      this.seen = { commitment, seats, seq, status, reveal_until, heads };
    }
    if (state.status === "open" || state.status !== this.status) this.keep();
    this.status = state.status;
  }

  /** The head of the log after an entry; it covers all that came before. */
  hear(seq: number, head: string | undefined): void {
    if (head === undefined || head === "") return;
    this.newest = [seq, head];
    if (seq % HEAD_EVERY === 0) this.keep();
  }

  /** Write down what is remembered. */
  keep(): void {
    if (this.seen === null) return;
    if (this.newest !== null) {
      const rounded = Object.entries(this.seen.heads).filter(([seq]) => Number(seq) % HEAD_EVERY === 0);
      const [seq, head] = this.newest;
      this.seen = { ...this.seen, heads: { ...Object.fromEntries(rounded), [seq]: head } };
    }
    const others = Object.entries(read()).filter(([table]) => table !== this.table);
    const tables = [...others, [this.table, this.seen] as const].slice(-MAX_TABLES);
    try {
      localStorage.setItem(PLACE, JSON.stringify(Object.fromEntries(tables)));
    } catch {
      // What cannot be kept cannot be compared; the page about the luck says so.
    }
  }
}

/** Whether nobody could commit to another number any more. */
const isFinal = ({ status, reveal_until }: SeenTable): boolean => status !== "open" || reveal_until !== null;

/** What was kept of a table. */
export function seenOf(table: string): SeenTable | null {
  return read()[table] ?? null;
}

function read(): Record<string, SeenTable> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Record<string, SeenTable>) : {};
  } catch {
    return {};
  }
}
