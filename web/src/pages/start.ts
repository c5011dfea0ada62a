/** Beginning a game: a table is opened, the people of this device sit down, and its address comes back. */
import { person } from "../core/http/person.svelte";
import { openTable, sitDown, tableAddress, type NewTable } from "../core/http/tables";
import { tellGivenName } from "./givenName";

/** Everybody named sits where the same person sits; the game begins when no seat is free any more. */
export async function openGame(names: readonly string[], plan: NewTable): Promise<string> {
  await person.enter();
  const { table } = await openTable(plan);
  const isAlone = names.length + (plan.computers?.length ?? 0) === plan.players;
  for (const [seat, name] of names.entries()) {
    tellGivenName(name, await sitDown(table, name, { seat, isAlone }));
  }
  return tableAddress(table);
}

/** A game of the people of this device and computers; it begins at once. */
export function openGameHere(names: readonly string[], computers: number, level: string): Promise<string> {
  const players = names.length + computers;
  return openGame(names, { players, computers: Array<string>(computers).fill(level) });
}
