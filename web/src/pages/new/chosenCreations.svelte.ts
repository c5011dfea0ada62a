/** What was chosen from the gallery for the next table, until that is opened; kept for the visit. */
import type { CreationKind } from "../../api/kinds";

export interface ChosenCreation {
  creation: string;
  /** The digest of its text, which stays the same whatever becomes of the creation. */
  version: string;
  kind: CreationKind;
  name: string;
  author: string;
  text: string;
}

const KEPT = "elbowroom.chosen";

class ChosenCreations {
  all: readonly ChosenCreation[] = $state.raw(read());

  has(creation: string): boolean {
    return this.all.some((each) => each.creation === creation);
  }

  /** Take it to the table; another version of the same creation makes room. */
  add(chosen: ChosenCreation): void {
    this.write([...this.all.filter(({ creation }) => creation !== chosen.creation), chosen]);
  }

  remove(creation: string): void {
    this.write(this.all.filter((each) => each.creation !== creation));
  }

  clear(): void {
    this.write([]);
  }

  private write(all: readonly ChosenCreation[]): void {
    this.all = all;
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(all));
    } catch {
      // A browser that keeps nothing still has them until the page is left.
    }
  }
}

function read(): ChosenCreation[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(found) ? found.filter(isChosen) : [];
  } catch {
    return [];
  }
}

function isChosen(found: unknown): found is ChosenCreation {
  const { creation, version, kind, name, author, text } = (found ?? {}) as Record<string, unknown>;
  return [creation, version, kind, name, author, text].every((word) => typeof word === "string");
}

export const chosenCreations = new ChosenCreations();
