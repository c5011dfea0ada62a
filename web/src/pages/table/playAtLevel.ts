/** A new game like the one that is over, against computers of another level. */
import { router } from "../../core/router.svelte";
import type { Table } from "../../core/table/table.svelte";
import { toasts } from "../../pieces/toasts.svelte";
import { openGameHere } from "../start";

export async function playAtLevel({ shown, ownSeats }: Table, level: string): Promise<void> {
  const seats = shown?.seats ?? [];
  const names = ownSeats.flatMap((seat) => seats[seat]?.name ?? []);
  try {
    router.go(await openGameHere(names, seats.length - names.length, level));
  } catch (error) {
    toasts.complain(error);
  }
}
