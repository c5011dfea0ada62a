/** Opens a table, with what it is drawn with, as long as the component lives that calls this. */
import { onMount } from "svelte";
import { art } from "../art.svelte";

/** A table, or a replay of one. */
interface Opened {
  open(): Promise<void>;
  close(): void;
  onGone(reason: Error): void;
}

/** It can be drawn when `art.isLoaded`; why it cannot is told to `onGone`. Both were tried when `then` is called. */
export function openTable(opened: Opened, then: () => void = () => undefined): void {
  onMount(() => {
    const drawn = art.load().catch((error: unknown) => opened.onGone(error as Error));
    void Promise.all([opened.open(), drawn]).then(then);
    return () => opened.close();
  });
}
