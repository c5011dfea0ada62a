/** Playing again: the same people at a new table. */
import { router } from "../core/router.svelte";
import type { Table } from "../core/table/table.svelte";

/** Open the new table, or find it if somebody was faster; sit down with every name one had, and go there. */
export async function playAgain(table: Table): Promise<void> {
  const people = table.ownSeats.map((seat) => ({ seat, name: table.shown?.seats[seat]?.name ?? "" }));
  router.go(await table.source.rematch(people));
}
