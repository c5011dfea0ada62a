/** Follow a table as long as the component lives that calls these. */
import { untrack } from "svelte";
import { language } from "../../words/words";
import type { Follower, Table } from "./table.svelte";

/** The steps that were shown before come first, and all of them again where the log or the language begins anew. */
export function followTable(table: Table, step: Follower, restart: () => void = () => undefined): void {
  $effect(() => {
    void language();
    return untrack(() => {
      restart();
      return table.follow(step, restart);
    });
  });
}

/** Only what was not there yet when one came; what was skipped is news, too. */
export function followNews(table: Table, step: Follower): void {
  let known: number | null = null;
  followTable(
    table,
    (told) => {
      known ??= table.shown?.seq ?? 0;
      if (told.seq > known || told.isLive) step(told);
    },
    () => (known = table.shown?.seq ?? null),
  );
}
