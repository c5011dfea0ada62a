/** The messages of one language that were loaded, each read when it is said for the first time. */
import { pluralIn } from "./formats";
import { wordingOf, type Messages, type Wording } from "./message";

export class Catalogue {
  readonly language: string;
  private messages: Messages = {};
  private readonly wordings = new Map<string, Wording | null>();

  constructor(language: string) {
    this.language = language;
  }

  add(messages: Messages): void {
    this.messages = { ...this.messages, ...messages };
    this.wordings.clear();
  }

  get keys(): string[] {
    return Object.keys(this.messages);
  }

  /** How a message is said; null if there is none. */
  find(key: string): Wording | null {
    const known = this.wordings.get(key);
    return known === undefined ? this.read(key) : known;
  }

  private read(key: string): Wording | null {
    const message = Object.hasOwn(this.messages, key) ? this.messages[key] : undefined;
    const wording = message === undefined ? null : wordingOf(message, pluralIn(this.language));
    this.wordings.set(key, wording);
    return wording;
  }
}
