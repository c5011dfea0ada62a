/** What screen readers are told while a page changes. */
import { untrack } from "svelte";

export interface Announcement {
  id: number;
  text: string;
}

/** The announcements that stay in the page; screen readers speak only what is added. */
const MAX_ANNOUNCEMENTS = 6;

class Announcer {
  /** Said when there is a pause, one after the other. */
  polite: readonly Announcement[] = $state.raw([]);
  /** Said at once: refusals, and that it is your turn. */
  urgent: readonly Announcement[] = $state.raw([]);
  private count = 0;

  say(text: string): void {
    if (text !== "") this.polite = untrack(() => this.with(this.polite, text));
  }

  alert(text: string): void {
    if (text !== "") this.urgent = untrack(() => this.with(this.urgent, text));
  }

  /** What was said in another language is nothing to read any more. */
  forget(): void {
    this.polite = [];
    this.urgent = [];
  }

  private with(before: readonly Announcement[], text: string): readonly Announcement[] {
    this.count += 1;
    return [...before, { id: this.count, text }].slice(-MAX_ANNOUNCEMENTS);
  }
}

export const announcer = new Announcer();
