/** Tells that it is one's turn: in the title, on the icons and by the bell; what is asked then, the story announces. */
import { site } from "../core/site";
import type { Table } from "../core/table/table.svelte";
import { m } from "../words/words";

const ICON = "favicon.svg";
const MARKED = "favicon-turn.svg";

/**
 * Watch a table as long as the component that calls this is there; the bell is rung when one's turn comes.
 *
 * It does not follow the steps, as it tells no event: it shows as long as there is something to decide, also where no step
 * led to that, as after a lost connection, and goes when there is nothing, also where that came by another page of one's own.
 */
export function noticeTurns(table: Table, ring: () => void): void {
  const flag = new Flag();
  let wasMine: boolean | null = null;
  $effect(() => {
    const isMine = turns(table, wasMine ?? false);
    const comes = isMine && wasMine === false;
    wasMine = table.head === null ? null : isMine;
    if (comes) ring();
    if (isMine && !isLooking()) flag.raise();
    if (!isMine) flag.lower();
  });
  $effect(() => {
    const look = (): void => {
      if (isLooking()) flag.lower();
    };
    addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
      flag.lower();
    };
  });
}

/** It is one's turn once everything that led to it was shown, and until one has nothing more to decide. */
function turns(table: Table, wasMine: boolean): boolean {
  if (table.head?.decision == null) return false;
  return wasMine || table.isCaughtUp;
}

function isLooking(): boolean {
  return !document.hidden && document.hasFocus();
}

/** The marks that are there while nobody looks. */
class Flag {
  private title: string | null = null;
  private marked = "";

  raise(): void {
    if (this.title !== null) return;
    this.title = document.title;
    document.title = this.marked = m.web_notice_title();
    icon(MARKED);
    void navigator.setAppBadge?.(1).catch(() => undefined);
  }

  lower(): void {
    if (this.title === null) return;
    // The page may have another title meanwhile, in another language.
    if (document.title === this.marked) document.title = this.title;
    this.title = null;
    icon(ICON);
    void navigator.clearAppBadge?.().catch(() => undefined);
  }
}

function icon(file: string): void {
  document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.setAttribute("href", site.folder + file);
}
