/** A table as somebody would like it, until it is opened. */
import type { Box, TableSettings, Clock } from "../../api/kinds";
import { invented, person } from "../../core/http/person.svelte";
import type { NewTable } from "../../core/places/place";
import { site } from "../../core/site";
import { creations } from "../../learn/workshop/creations.svelte";
import { settings } from "../../settings/settings.svelte";
import { chosenCreations } from "./chosenCreations.svelte";

export type ClockKind = "none" | "turn" | "bank" | "days";
export const FLAGS = ["own_tokens_defend", "open_coins", "auto_withdraw"] as const;
export type Flag = (typeof FLAGS)[number];

/** Who shall sit on a seat beside the one who opens the table. */
export interface SeatDraft {
  kind: "friend" | "here" | "computer";
  name: string;
  level: string;
}

const MAX_PLAYERS = 5;

export class TableDraft {
  players = $state(3);
  /** The seats beside one's own; those beyond the number of players are kept for another thought. */
  private all: SeatDraft[] = $state(
    Array.from({ length: MAX_PLAYERS - 1 }, () => ({
      kind: site.isStatic ? "computer" : "friend",
      name: "",
      level: settings.choices.level,
    })),
  );
  isOpen = $state(false);
  wantsRating = $state(false);
  title = $state("");
  map = $state("");
  clock: ClockKind = $state("none");
  turnSeconds = $state(180);
  bankSeconds = $state(900);
  bankMore = $state(20);
  days = $state(2);
  flags: Record<Flag, boolean> = $state({
    own_tokens_defend: false,
    open_coins: false,
    auto_withdraw: false,
  });
  /** The seat that begins, counted from 1; 0 leaves it to chance. */
  first = $state(0);
  leftOut: string[] = $state([]);
  /** The races of the box whose tokens an own race borrows: they are out of the game already. */
  lent: readonly string[] = $state.raw([]);
  /** Own races, powers and maps: texts that were pasted or given, and the ids of what was chosen from the shelf. */
  pasted: string[] = $state([""]);
  chosen: string[] = $state([]);
  /** The own maps that were there before. */
  private knownMaps: readonly string[] = [];

  get others(): SeatDraft[] {
    return this.all.slice(0, this.players - 1);
  }

  /** Everybody who plays on this device. */
  get names(): string[] {
    return [person.name, ...this.others.filter((seat) => seat.kind === "here").map((seat) => seat.name)];
  }

  get computers(): string[] {
    return this.others.filter((seat) => seat.kind === "computer").map((seat) => seat.level);
  }

  /** How many seats wait for others. */
  get free(): number {
    return this.players - this.names.length - this.computers.length;
  }

  /** Whether the people and pieces of this table could be rated. */
  get isRatable(): boolean {
    return this.free === this.players - 1 && this.texts.length === 0;
  }

  /** Whether it is to be rated; the wish is kept while it cannot be. */
  get isRated(): boolean {
    return this.wantsRating && this.isRatable && person.hasAccount;
  }

  take(seat: SeatDraft, kind: SeatDraft["kind"], level?: string): void {
    seat.kind = kind;
    if (level !== undefined) seat.level = level;
    if (kind === "here" && seat.name === "") seat.name = invented(this.names);
  }

  /** Everything of one's own that is played with; a map and a race cannot stand in the same text. */
  get ownTexts(): string[] {
    const kept = creations.shelf.filter(({ id }) => this.chosen.includes(id)).map(({ text }) => text);
    return [...kept, ...this.pasted].map((text) => text.trim()).filter(Boolean);
  }

  /** That, and what was chosen from the gallery: as it was published, so that it is known again. */
  get texts(): string[] {
    return [...chosenCreations.all.map(({ text }) => text), ...this.ownTexts];
  }

  /** Whoever adds a map of their own wants to play on it. */
  takeNewMap(own: Box["maps"]): void {
    const added = own.find(({ id }) => !this.knownMaps.includes(id));
    this.knownMaps = own.map(({ id }) => id);
    if (added === undefined) return;
    this.players = added.players;
    this.map = added.id;
  }

  get plan(): NewTable {
    return {
      players: this.players,
      computers: this.computers,
      clock: this.agreedClock,
      options: this.options,
      map: this.map,
      title: this.title.trim(),
      is_open: this.isOpen && this.free > 0,
      is_rated: this.isRated,
      content: this.texts,
    };
  }

  private get agreedClock(): Clock {
    switch (this.clock) {
      case "none":
        return { kind: "none", seconds: 0, increment: 0 };
      case "turn":
        return { kind: "turn", seconds: this.turnSeconds, increment: 0 };
      case "bank":
        return { kind: "bank", seconds: this.bankSeconds, increment: this.bankMore };
      case "days":
        return { kind: "turn", seconds: this.days * 86_400, increment: 0 };
    }
  }

  /** The table options in the words of the notation. */
  private get options(): TableSettings["options"] {
    const words: string[] = FLAGS.filter((flag) => this.flags[flag]);
    const leftOut = this.leftOut.filter((id) => !this.lent.includes(id));
    if (leftOut.length > 0) words.push(`left_out=${leftOut.join(",")}`);
    if (this.first > 0 && this.first <= this.players) words.push(`first_player=P${this.first}`);
    return words.join(" ");
  }
}
