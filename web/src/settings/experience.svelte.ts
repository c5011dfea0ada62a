/** What was done on this device before: games won by level, levels that were turned down, tips that were read. Kept in the browser and nowhere else. */

interface Kept {
  /** How many games were won, by the level of the computers. */
  wins: Readonly<Record<string, number>>;
  /** The tables whose win was counted. */
  counted: readonly string[];
  /** The levels that were offered and not wanted. */
  refused: readonly string[];
  /** The tips that were shown. */
  tips: readonly string[];
}

const PLACE = "elbowroom.experience";
/** Older tables than these are not opened again to count twice. */
const MAX_COUNTED = 60;

class Experience {
  private kept: Kept = $state.raw(remembered());

  constructor() {
    // What happens in another window holds here too.
    addEventListener("storage", (event) => {
      if (event.key === PLACE) this.kept = remembered();
    });
  }

  /** How many games were won against computers of this level. */
  wins(level: string): number {
    return this.kept.wins[level] ?? 0;
  }

  get hasWon(): boolean {
    return Object.values(this.kept.wins).some((count) => count > 0);
  }

  /** A game was won; looking at its end again does not count. */
  noteWin(table: string, level: string): void {
    const { wins, counted } = this.kept;
    if (counted.includes(table)) return;
    this.keep({
      wins: { ...wins, [level]: this.wins(level) + 1 },
      counted: [...counted, table].slice(-MAX_COUNTED),
    });
  }

  hasRefused(level: string): boolean {
    return this.kept.refused.includes(level);
  }

  refuse(level: string): void {
    this.keep({ refused: [...new Set([...this.kept.refused, level])] });
  }

  hasRead(tip: string): boolean {
    return this.kept.tips.includes(tip);
  }

  read(tip: string): void {
    this.keep({ tips: [...new Set([...this.kept.tips, tip])] });
  }

  /** All tips are shown once more. */
  forgetTips(): void {
    this.keep({ tips: [] });
  }

  private keep(changed: Partial<Kept>): void {
    this.kept = { ...this.kept, ...changed };
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.kept));
    } catch {
      // A browser that keeps nothing begins anew with every visit.
    }
  }
}

function remembered(): Kept {
  try {
    const found = JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Record<string, unknown> | null;
    return {
      wins: counts(found?.["wins"]),
      counted: words(found?.["counted"]),
      refused: words(found?.["refused"]),
      tips: words(found?.["tips"]),
    };
  } catch {
    return { wins: {}, counted: [], refused: [], tips: [] };
  }
}

function words(found: unknown): string[] {
  return Array.isArray(found) ? found.filter((word) => typeof word === "string") : [];
}

function counts(found: unknown): Record<string, number> {
  if (typeof found !== "object" || found === null) return {};
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, number] => Number.isInteger(entry[1])),
  );
}

export const experience = new Experience();
