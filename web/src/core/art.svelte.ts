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
