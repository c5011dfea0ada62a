/** What screen readers are told while a page changes. */

class Announcements {
  /** Said when there is a pause. */
  polite = $state("");
  /** Said at once: refusals, and that it is your turn. */
  urgent = $state("");

  say(text: string): void {
    this.polite = text === this.polite ? `${text}\u00a0` : text;
  }

  alert(text: string): void {
    this.urgent = text === this.urgent ? `${text}\u00a0` : text;
  }
}

export const announcer = new Announcements();
