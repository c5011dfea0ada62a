/** Whether the result of a table is still news. */
import type { Table } from "../core/table/table.svelte";

/** Who comes later than this, in seconds, only wants to look it up. */
const FRESH = 120;

/** Tables whose result was told here: suspense works once. */
const told = new Set<string>();

export function isNews(table: Table): boolean {
  const ended = table.log.findLast((line) => line.what === "finished")?.at ?? 0;
  const isFresh = Date.now() / 1000 - ended < FRESH && table.shown?.is_import === false;
  return isFresh && !told.has(table.id);
}

export function noteTold(table: Table): void {
  told.add(table.id);
}
