/** The workbench: the text that is being written, what the check says of it, and what else is known of it. */
import { m } from "../../words/words";
import { Check } from "./check.svelte";
import { creations } from "./creations.svelte";
import { entriesOf, isMap, withEntry, type Entry } from "./entries";
import { BLANK } from "./examples";
import { unpacked } from "./sharing";

export class Bench {
  readonly check = new Check();
  text = $state("");
  /** Which entry of the text the form shows. */
  chosen = $state(0);
  /** What somebody else shared lies here, or could not be read. */
  private received: "whole" | "broken" | null = $state(null);
  /** The creation of the shelf that lies here. */
  private origin: string | undefined;

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

  /** Put something else here. */
  lay(text: string, origin?: string): void {
    this.origin = origin;
    this.received = null;
    this.chosen = 0;
    this.write(text);
    void this.check.settled();
  }

  /** Unpack what somebody shared. */
  async receive(code: string): Promise<void> {
    const text = await unpacked(code);
    // It is only looked at: what one was writing oneself is kept until this is changed.
    this.origin = undefined;
    this.show(text ?? "");
    void this.check.settled();
    this.received = text === null ? "broken" : "whole";
  }

  add(kind: Entry["kind"]): void {
    const name = kind === "race" ? m.web_workshop_new_race() : m.web_workshop_new_power();
    this.write(withEntry(this.text, kind, `new_${kind}`, { name, ...BLANK[kind] }));
    this.chosen = this.entries.length - 1;
  }

  save(): void {
    this.origin = creations.put(this.title, this.text, this.origin).id;
  }

  private show(text: string): void {
    this.text = text;
    this.check.look(text);
  }
}
