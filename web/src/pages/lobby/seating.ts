/** Sitting down at a table that waits for players. */
import { person } from "../../core/http/person.svelte";
import type { Table } from "../../core/table/table.svelte";
import { tellGivenName } from "../givenName";

export interface Wish {
  name: string;
  seat?: number;
  invite?: string;
}

/** Take a seat; somebody whom the server did not know yet is let in first. */
export async function takeSeat(table: Table, { name, ...wish }: Wish): Promise<void> {
  // Whoever has just come in is a stranger to the connection that is open.
  if (await person.enter()) table.source.reconnect();
  const taken = await table.source.online?.sitDown(name, wish);
  if (taken !== undefined) tellGivenName(name, taken);
}
