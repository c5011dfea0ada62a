/** Which tables of this device were taken to the server: they stay here, and nobody waits for them any more. */
const KEY = "elbowroom.goneOn";
/** Older tables than these are nobody's concern. */
const MAX_TABLES = 60;

export function hasGoneOn(table: string): boolean {
  return noted().includes(table);
}

export function noteGoneOn(table: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...noted(), table].slice(-MAX_TABLES)));
  } catch {
    // Where nothing is kept, it is not marked.
  }
}

function noted(): readonly string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((table) => typeof table === "string") : [];
  } catch {
    return [];
  }
}
