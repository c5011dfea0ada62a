/** Telling somebody that they sit under another name than they asked for. */
import type { TakenSeat } from "../api/kinds";
import { person } from "../core/http/person.svelte";
import { toasts } from "../pieces/toasts.svelte";
import { m } from "../words/words";

export function tellGivenName(wanted: string, { name }: Pick<TakenSeat, "name">): void {
  const isAsked = name === wanted.trim().replaceAll(/\s+/g, " ");
  if (!isAsked && name !== person.me?.name) toasts.tell(m.web_name_changed({ name: wanted, offer: name }));
}
