/** Painted maps that are kept on this device, and the one that was being painted when the page was left. */
import { unique } from "../../core/http/unique";
import { isPaintedMap, type PaintedMap } from "./painted";

export interface KeptMap {
  id: string;
  map: PaintedMap;
  /** When it was kept, in milliseconds. */
  at: number;
}

const KEPT = "elbowroom.maps";
const LATEST = "elbowroom.map";

class KeptMaps {
  all: readonly KeptMap[] = $state.raw(read(KEPT, []).filter(isKept));

  get latest(): PaintedMap | null {
    const found = read<unknown>(LATEST, null);
    return isPaintedMap(found) ? found : null;
  }

  set latest(map: PaintedMap) {
    write(LATEST, map);
  }

  /** Keep a map; one that is already there takes the new painting. */
  put(map: PaintedMap, id: string = unique()): KeptMap {
    const kept = { id, map, at: Date.now() };
    this.write([kept, ...this.all.filter((each) => each.id !== id)]);
    return kept;
  }

  remove(id: string): void {
    this.write(this.all.filter((each) => each.id !== id));
  }

  private write(all: readonly KeptMap[]): void {
    this.all = all;
    write(KEPT, all);
  }
}

function isKept(found: unknown): found is KeptMap {
  const { id, map, at } = (found ?? {}) as Record<string, unknown>;
  return typeof id === "string" && typeof at === "number" && isPaintedMap(map);
}

function read<Found>(place: string, otherwise: Found): Found {
  try {
    const found = JSON.parse(localStorage.getItem(place) ?? "null") as Found | null;
    return Array.isArray(otherwise) && !Array.isArray(found) ? otherwise : (found ?? otherwise);
  } catch {
    return otherwise;
  }
}

function write(place: string, value: unknown): void {
  try {
    localStorage.setItem(place, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still lets one paint.
  }
}

export const keptMaps = new KeptMaps();
