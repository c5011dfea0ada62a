/** Beginning a game: a table is opened, the people of this device sit down, and its address comes back. */
import type { NewTable, OpenedTable, Place } from "../core/places/place";
import { atPlace } from "../core/places/places";
import { serverPlace } from "../core/places/serverPlace";
import { toasts } from "../pieces/toasts.svelte";
import { m } from "../words/words";
import { tellGivenName } from "./givenName";

/** Everybody named sits where the same person sits; the game begins when no seat is free any more. Others meet on the server. */
export async function openGame(names: readonly string[], plan: NewTable): Promise<string> {
  const open = (place: Place): Promise<OpenedTable> => place.open(plan, names);
  const isFull = names.length + (plan.computers?.length ?? 0) === plan.players;
  const { source, seats } = isFull
    ? await atPlace(open, () => toasts.tell(m.web_place_here_instead()))
    : await open(serverPlace);
  for (const [seat, name] of names.entries()) tellGivenName(name, seats[seat] ?? { name });
  return source.address;
}

/** A game of the people of this device and computers; it begins at once. */
export function openGameHere(names: readonly string[], computers: number, level: string): Promise<string> {
  const players = names.length + computers;
  return openGame(names, { players, computers: Array<string>(computers).fill(level) });
}
