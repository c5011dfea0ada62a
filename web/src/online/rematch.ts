/** Playing again: the same people at a new table. */
import type { Invitation } from "../api/kinds";
import { post } from "../core/http/rest";
import { sitDown } from "../core/http/tables";
import { router } from "../core/router.svelte";
import type { Table } from "../core/table/table.svelte";

/** Open the new table, or find it if somebody was faster; sit down with every name one had, and go there. */
export async function playAgain(table: Table): Promise<void> {
  const { table: again, invite } = await post<Invitation>(`/api/tables/${table.id}/rematch`);
  const seats = table.ownSeats;
  for (const seat of seats) {
    const wish = seats.length > 1 ? { invite, seat } : { invite };
    await sitDown(again, table.shown?.seats[seat]?.name ?? "", wish);
  }
  router.go(`/t/${again}`);
}
