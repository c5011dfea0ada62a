/** What is drawn once for all: the symbol sheets, put into the page, and the colours of the drawing layer. */
import { get, getText } from "./http/rest";
import type { Palette } from "../api/kinds";
import { settings } from "../settings/settings.svelte";

class Art {
  /** The colours of each theme, as they come. */
  private palettes: Partial<Record<"day" | "night", Palette>> = $state({});

  get palette(): Palette | null {
    const theme = settings.drawing;
    return this.palettes[theme] ?? null;
  }

  /** Load symbols and colours; a page that draws pieces waits for it. */
  async load(): Promise<void> {
    await Promise.all([
      this.sheet("/api/symbols.svg"),
      this.sheet("/emblems.svg"),
      this.colours("day"),
      this.colours("night"),
    ]);
  }

  private async colours(theme: "day" | "night"): Promise<void> {
    this.palettes[theme] ??= await get<Palette>(`/api/palette?theme=${theme}`);
  }

  private async sheet(address: string): Promise<void> {
    if (document.querySelector(`[data-sheet="${address}"]`) !== null) return;
    const holder = document.createElement("div");
    holder.dataset["sheet"] = address;
    holder.className = "sheet";
    holder.ariaHidden = "true";
    document.body.append(holder);
    holder.innerHTML = await getText(address);
  }
}

export const art = new Art();

/** The colour of a race; one that is not in the box has one made from its name. */
export function raceColour(race: string): string {
  const known = art.palette?.races[race];
  if (known !== undefined) return known;
  const hue = [...race].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
  return `hsl(${hue} 35% 52%)`;
}

/** The colour of a seat in the palette that was chosen. */
export function ownerColour(seat: number, inDecline = false): string {
  const palette = art.palette;
  if (palette === null) return "#888888";
  const chosen = settings.choices.palette === "contrast" ? "contrast" : "default";
  return (inDecline ? palette.declined_owners : palette.owners)[chosen]?.[seat] ?? "#888888";
}

/** How light a colour is, from 0 to 1. */
export function lightness(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  return 0.2126 * (red ?? 0) ** 2.2 + 0.7152 * (green ?? 0) ** 2.2 + 0.0722 * (blue ?? 0) ** 2.2;
}

/** Black or white, whichever is read better on this colour. */
export function inkOn(colour: string): string {
  return lightness(colour) > 0.32 ? "#221a12" : "#fffaf0";
}
