/** Opens a table, with what it is drawn with, as long as the component lives that calls this. */
import { onMount } from "svelte";
import { art } from "../art.svelte";
import type { Table } from "./table.svelte";

/** It can be drawn when `art.isLoaded`; why it cannot is told as `table.gone`. */
export function openTable(table: Table): void {
  onMount(() => {
    void table.open();
    art.load().catch((error: unknown) => table.onGone(error as Error));
    return () => table.close();
  });
}
