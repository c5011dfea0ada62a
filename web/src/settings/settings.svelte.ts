/** What a person chose for this device; kept in the browser and nowhere else. */

export type Theme = "system" | "light" | "dark";
export type Speed = "off" | "fast" | "normal" | "slow";
export type Palette = "standard" | "contrast";

export interface Choices {
  name: string;
  language: string;
  theme: Theme;
  speed: Speed;
  volume: number;
  bell: boolean;
  palette: Palette;
  patterns: boolean;
  /** Ask before a turn ends. */
  confirmEnd: boolean;
  /** Ask before a roll that ends the conquests. */
  confirmRoll: boolean;
  /** Ask before a race goes in decline. */
  confirmDecline: boolean;
  /** A new kind of decision is explained in a sentence. */
  tips: boolean;
  textView: boolean;
  /** Single letters do things on the game screen. */
  keys: boolean;
  level: string;
  opponents: number;
  /** Where new games are opened, if there is a choice. */
  place: "server" | "device";
  /** Who played on this device last. */
  people: readonly string[];
  /** The numbers of the rules stand beside what tells them. */
  ruleNumbers: boolean;
}

const PLACE = "elbowroom.settings";

const DEFAULTS: Choices = {
  name: "",
  language: "",
  theme: "system",
  speed: "normal",
  volume: 0.5,
  bell: true,
  palette: "standard",
  patterns: true,
  confirmEnd: true,
  confirmRoll: true,
  confirmDecline: true,
  tips: true,
  textView: false,
  keys: true,
  level: "gentle",
  opponents: 1,
  place: "server",
  people: [],
  ruleNumbers: false,
};

/** For each speed: the factor for every duration. */
const PACES: Record<Speed, number> = { off: 0, fast: 0.45, normal: 1, slow: 2 };

function remembered(): Partial<Choices> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    return typeof kept === "object" && kept !== null ? kept : {};
  } catch {
    return {};
  }
}

class Settings {
  choices: Choices = $state({ ...DEFAULTS, ...remembered() });
  /** The system asks for less motion. */
  private calm = $state(matchMedia("(prefers-reduced-motion: reduce)").matches);
  private isBorrowed = false;
  private dark = $state(matchMedia("(prefers-color-scheme: dark)").matches);

  constructor() {
    matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", (event) => {
      this.calm = event.matches;
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (event) => {
      this.dark = event.matches;
    });
    // What is chosen in another window holds here too, at once.
    addEventListener("storage", (event) => {
      if (event.key === PLACE && !this.isBorrowed) this.choices = { ...DEFAULTS, ...remembered() };
    });
  }

  /** The factor for every duration; 0 is no motion at all. */
  get pace(): number {
    return this.calm ? 0 : PACES[this.choices.speed];
  }

  get isNight(): boolean {
    const { theme } = this.choices;
    return theme === "system" ? this.dark : theme === "dark";
  }

  /** The theme of the drawing layer. */
  get drawingTheme(): "day" | "night" {
    return this.isNight ? "night" : "day";
  }

  /** Choose something for this page only: nothing of it is kept. */
  borrow(choices: Partial<Choices>): void {
    this.choices = { ...this.choices, ...choices };
    this.isBorrowed = true;
  }

  set<Key extends keyof Choices>(key: Key, value: Choices[Key]): void {
    this.choices[key] = value;
    this.keep();
  }

  /** Choose everything as it was at first; one keeps one's name. */
  reset(): void {
    this.choices = { ...DEFAULTS, name: this.choices.name };
    this.keep();
  }

  private keep(): void {
    if (this.isBorrowed) return;
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.choices));
    } catch {
      // A browser that keeps nothing still plays.
    }
  }
}

export const settings = new Settings();
