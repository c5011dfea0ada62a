/** The workbench: the text that is being written, what the check says of it, and what else is known of it. */
import type { Version, Workshop } from "../../api/kinds";
import { m } from "../../words/words";
import { Check } from "./check.svelte";
import { creations } from "./creations.svelte";
import { entriesOf, isMap, lentIn, valueOf, withEntry, withId, type Entry } from "./entries";
import { newKeys } from "./examples";
import { idFor, suffixOf } from "./ids";
import { unpacked } from "./sharing";

/** Something that lay on the bench. */
interface Work {
  text: string;
  /** The creation of the shelf that it is. */
  origin?: string | undefined;
}

export class Bench {
  readonly check = new Check();
  text = $state("");
  /** Which entry of the text the form shows. */
  chosen = $state(0);
  /** What was replaced by something else before it was kept. */
  replaced: Work | null = $state.raw(null);
  /** The creation of the gallery that lies here. */
  published: string | undefined;
  /** What somebody else shared lies here, or could not be read. */
  private received: "whole" | "broken" | null = $state(null);
  /** The creation of the shelf that lies here. */
  private origin: string | undefined;
  /** The text as it was put here: whoever changed nothing loses nothing. */
  private laid = "";
  /** The ids that follow the names of their entries, until somebody else may have them. */
  private followers: readonly string[] = [];

  get isEmpty(): boolean {
    return this.text.trim() === "";
  }

  /** Where the text came from, if that is worth saying. */
  get note(): string {
    if (this.received === null) return "";
    return this.received === "whole" ? m.web_workshop_received() : m.web_workshop_received_broken();
  }

  readonly entries: readonly Entry[] = $derived.by(() => (isMap(this.text) ? [] : entriesOf(this.text)));

  get entry(): Entry | undefined {
    return this.entries[this.chosen] ?? this.entries[0];
  }

  /** What it is called: the names of all that it holds. */
  get title(): string {
    const { powers = [], races = [], maps = [] } = this.check.box ?? {};
    const names = [...[...powers, ...races].map((piece) => piece.name), ...maps.map((map) => map.id)];
    return names.join(", ") || m.web_workshop_untitled();
  }

  write(text: string): void {
    creations.bench = text;
    this.show(text);
  }

  /** Write what the form made of the text; ids that are not fixed yet follow the names. */
  fill(text: string): void {
    this.write(this.withIdsOfNames(text));
  }

  /** Put something else here. */
  lay(text: string, origin?: string): void {
    this.keepReplaced({ text: this.text, origin: this.origin }, text);
    this.origin = origin;
    this.published = undefined;
    this.laid = text;
    this.received = null;
    this.chosen = 0;
    this.followers = [];
    this.write(text);
    void this.check.settled();
  }

  /** Put a version of the gallery here. */
  layVersion({ text, creation }: Pick<Version, "text" | "creation">): void {
    this.lay(text);
    this.published = creation;
  }

  /** Put here what lay here when the page was left. */
  resume(): void {
    this.lay(creations.bench);
    this.laid = "";
  }

  /** Put an example here: what one makes of it gets an id of its own. */
  begin(text: string): void {
    this.lay(text);
    this.followers = entriesOf(text).map(({ id }) => id);
    this.laid = this.withIdsOfNames(text, () => undefined);
    this.write(this.laid);
  }

  /** Put back what was replaced. */
  bringBack(): void {
    const work = this.replaced;
    if (work === null) return;
    this.replaced = null;
    this.lay(work.text, work.origin);
    this.laid = "";
  }

  /** Unpack what somebody shared. */
  async receive(code: string): Promise<void> {
    const text = await unpacked(code);
    // It is only looked at: what one was writing oneself is kept until this is changed.
    this.keepReplaced({ text: creations.bench }, text ?? "");
    this.origin = undefined;
    this.laid = text ?? "";
    this.followers = [];
    this.show(text ?? "");
    void this.check.settled();
    this.received = text === null ? "broken" : "whole";
  }

  add(kind: Entry["kind"], form: Workshop): void {
    const name = kind === "race" ? m.web_workshop_new_race() : m.web_workshop_new_power();
    const id = idFor(kind, name);
    this.followers = [...this.followers, id];
    const keys = newKeys(kind, form, lentIn(this.text));
    this.write(withEntry(this.text, kind, id, { name, ...keys }));
    this.chosen = this.entries.length - 1;
  }

  save(): void {
    this.origin = creations.put(this.title, this.text, this.origin).id;
    this.giveAway();
  }

  /** From now on somebody may have it under the ids that it has. */
  giveAway(): void {
    this.laid = this.text;
    this.followers = [];
  }

  private show(text: string): void {
    this.text = text;
    this.check.look(text);
  }

  /** Keep what is about to be replaced, if it is kept nowhere else. */
  private keepReplaced(work: Work, next: string): void {
    const { text } = work;
    const isKept = text === this.laid || creations.shelf.some((creation) => creation.text === text);
    if (text.trim() !== "" && text !== next && !isKept) this.replaced = work;
  }

  private withIdsOfNames(text: string, suffix: (id: string) => string | undefined = suffixOf): string {
    return entriesOf(text).reduce((changed, entry) => {
      const { kind, id } = entry;
      const name = valueOf(changed, entry, "name");
      if (!this.followers.includes(id) || typeof name !== "string") return changed;
      const next = idFor(kind, name, suffix(id));
      this.followers = this.followers.map((each) => (each === id ? next : each));
      return withId(changed, entry, next);
    }, text);
  }
}
