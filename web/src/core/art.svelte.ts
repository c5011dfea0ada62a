/** What is drawn once for all: the symbol sheets, put into the page, and the colours of the drawing layer. */
import emblems from "./emblems.svg?url";
import { kept } from "./http/edition";
import { get, getText } from "./http/rest";
import type { Palette } from "../api/kinds";
import { settings } from "../settings/settings.svelte";

class Art {
  private isWanted = false;
  /** The colours of each theme, as they come. */
  private palettes: Partial<Record<"day" | "night", Palette>> = $state({});

  /** The colours of the theme; while they are being loaded, those of the other one. */
  get palette(): Palette | null {
    const { day, night } = this.palettes;
    return (settings.drawing === "day" ? (day ?? night) : (night ?? day)) ?? null;
  }

  /** Load symbols and colours; a page that draws pieces waits for it. */
  async load(): Promise<void> {
    this.isWanted = true;
    await Promise.all([
      this.sheet(kept("/api/symbols.svg")),
      this.sheet(emblems),
      this.colours(settings.drawing),
    ]);
  }

  /** The theme has changed: where something is drawn, its colours are loaded. */
  async changeTheme(theme: "day" | "night"): Promise<void> {
    if (this.isWanted) await this.colours(theme);
  }

  private async colours(theme: "day" | "night"): Promise<void> {
    this.palettes[theme] ??= await get<Palette>(kept(`/api/palette?theme=${theme}`));
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
