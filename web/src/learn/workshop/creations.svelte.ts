/** What one made in the workshop, kept on this device: a shelf of creations and the one on the workbench. */
import { unique } from "../../core/http/unique";

export interface Creation {
  id: string;
  title: string;
  text: string;
  /** When it was put there, in milliseconds. */
  at: number;
}

const SHELF = "elbowroom.creations";
const BENCH = "elbowroom.workbench";

class Creations {
  shelf: readonly Creation[] = $state.raw(read());

  /** The text that was on the workbench when the page was left. */
  get bench(): string {
    return stored(BENCH) ?? "";
  }

  set bench(text: string) {
    keep(BENCH, text);
  }

  /** Put it on the shelf; one that is already there takes the new text. */
  put(title: string, text: string, id: string = unique()): Creation {
    const creation = { id, title, text, at: Date.now() };
    this.write([creation, ...this.shelf.filter((each) => each.id !== id)]);
    return creation;
  }

  remove(id: string): void {
    this.write(this.shelf.filter((each) => each.id !== id));
  }

  private write(shelf: readonly Creation[]): void {
    this.shelf = shelf;
    keep(SHELF, JSON.stringify(shelf));
  }
}

function read(): Creation[] {
  try {
    const found: unknown = JSON.parse(stored(SHELF) ?? "[]");
    return Array.isArray(found) ? found.filter(isCreation) : [];
  } catch {
    return [];
  }
}

function isCreation(found: unknown): found is Creation {
  const { id, title, text, at } = (found ?? {}) as Record<string, unknown>;
  return [id, title, text].every((word) => typeof word === "string") && typeof at === "number";
}

function stored(place: string): string | null {
  try {
    return localStorage.getItem(place);
  } catch {
    return null;
  }
}

function keep(place: string, text: string): void {
  try {
    localStorage.setItem(place, text);
  } catch {
    // A browser that keeps nothing still lets one play.
  }
}

export const creations = new Creations();
