/** Letters for what one does often, while the game screen is open. Who speaks to the computer can switch them off. */
import { settings } from "../../settings/settings.svelte";

export type Deed =
  | "primary"
  | "decline"
  | "roll"
  | "undo"
  | "hint"
  | "pick"
  | "map"
  | "next"
  | "more"
  | "less"
  | "combos"
  | "players"
  | "log"
  | "text"
  | "close"
  | "help";

export interface Press {
  /** The number that was pressed, for what counts. */
  number: number;
  /** The region that has the focus. */
  region: number | null;
}

/** What is done; false means that there was nothing to do, and the key is left to whoever else wants it. */
export type Doing = (press: Press) => unknown;
export type Doings = Partial<Record<Deed, Doing>>;

const LETTERS: Record<string, Deed> = {
  e: "primary",
  d: "decline",
  r: "roll",
  u: "undo",
  h: "hint",
  m: "map",
  n: "next",
  c: "combos",
  p: "players",
  l: "log",
  t: "text",
  "+": "more",
  "=": "more",
  "-": "less",
  "?": "help",
};

/** What the help lists, each with the key that is printed on it. */
export const LISTED: readonly { key: string; deed: Deed }[] = [
  { key: "E", deed: "primary" },
  { key: "D", deed: "decline" },
  { key: "R", deed: "roll" },
  { key: "U", deed: "undo" },
  { key: "H", deed: "hint" },
  { key: "1 – 6", deed: "pick" },
  { key: "M", deed: "map" },
  { key: "N", deed: "next" },
  { key: "+", deed: "more" },
  { key: "-", deed: "less" },
  { key: "C", deed: "combos" },
  { key: "P", deed: "players" },
  { key: "L", deed: "log" },
  { key: "T", deed: "text" },
  { key: "?", deed: "help" },
];

/** A key that is held down goes on doing only these. */
const REPEATED: ReadonlySet<Deed> = new Set<Deed>(["more", "less", "next"]);
const NO_TYPING = new Set(["button", "checkbox", "radio", "range", "submit", "reset"]);

export function deedOf(key: string): Deed | null {
  if (key === "Escape") return "close";
  if (/^[1-6]$/.test(key)) return "pick";
  return LETTERS[key.toLowerCase()] ?? null;
}

class Keys {
  isHelpOpen = $state(false);
  private offers: readonly Doings[] = [];

  /** Offer to do something; the newest offer comes first. Call what it returns to take it back. */
  offer(doings: Doings): () => void {
    this.offers = [doings, ...this.offers];
    return () => {
      this.offers = this.offers.filter((each) => each !== doings);
    };
  }

  /** To be put on the window, before anybody else hears of the key. */
  press = (event: KeyboardEvent): void => {
    const deed = deedOf(event.key);
    if (deed === null || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isTyping(event.target) || document.querySelector("dialog[open], [aria-modal=true]") !== null) return;
    if (deed !== "close" && !settings.choices.keys) return;
    if (event.repeat && !REPEATED.has(deed)) return;
    const press = { number: Number(event.key), region: focusedRegion() };
    if (!this.offers.some((offer) => this.isDone(offer[deed], press))) return;
    event.preventDefault();
    event.stopPropagation();
  };

  private isDone(doing: Doing | undefined, press: Press): boolean {
    return doing !== undefined && doing(press) !== false;
  }
}

export const keys = new Keys();

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !NO_TYPING.has(target.type);
  return (
    target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  );
}

function focusedRegion(): number | null {
  const found = document.activeElement?.closest<SVGElement>("[data-region]")?.dataset["region"];
  return found === undefined ? null : Number(found);
}
