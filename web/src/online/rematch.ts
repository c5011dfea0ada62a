/** Playing again: the same people at a new table. */
import { sitDown } from "../core/http/tables";
import { router } from "../core/router.svelte";
import type { Table } from "../core/table/table.svelte";

/** Open the new table, or find it if somebody was faster; sit down with every name one had, and go there. */
export async function playAgain(table: Table): Promise<void> {
  const rematch = await table.source.online?.rematch();
  if (rematch === undefined) return;
  const { table: again, invite } = rematch;
  const seats = table.ownSeats;
  for (const seat of seats) {
    const wish = seats.length > 1 ? { invite, seat } : { invite };
    await sitDown(again, table.shown?.seats[seat]?.name ?? "", wish);
  }
  router.go(`/t/${again}`);
}
