/** What is drawn once for all: the symbol sheets, put into the page, and the colours of the drawing layer. */
import emblems from "./emblems.svg?url";
import ownEmblems from "./ownEmblems.svg?url";
import { withEdition } from "./http/edition";
import { get, getText } from "./http/rest";
import type { Palette } from "../api/kinds";
import { settings } from "../settings/settings.svelte";

class Art {
  isLoaded = $state(false);
  private isWanted = false;
  private readonly sheets = new Map<string, Promise<void>>();
  /** The colours of each theme, as they come. */
  private palettes: Partial<Record<"day" | "night", Palette>> = $state.raw({});

  /** The colours of the theme; while they are being loaded, those of the other one. */
  get palette(): Palette | null {
    const { day, night } = this.palettes;
    return (settings.drawingTheme === "day" ? (day ?? night) : (night ?? day)) ?? null;
  }

  /** Load symbols and colours; a page that draws pieces waits for it. */
  async load(): Promise<void> {
    this.isWanted = true;
    await Promise.all([
      this.sheet(withEdition("/api/symbols.svg")),
      this.sheet(emblems),
      this.colours(settings.drawingTheme),
    ]);
    this.isLoaded = true;
  }

  /** Load what own races and powers can have as emblems. */
  loadOwnEmblems(): Promise<void> {
    return this.sheet(ownEmblems);
  }

  /** The theme has changed: where something is drawn, its colours are loaded. */
  async changeTheme(theme: "day" | "night"): Promise<void> {
    if (this.isWanted) await this.colours(theme);
  }

  private async colours(theme: "day" | "night"): Promise<void> {
    if (this.palettes[theme] !== undefined) return;
    const palette = await get<Palette>(withEdition(`/api/palette?theme=${theme}`));
    this.palettes = { ...this.palettes, [theme]: palette };
  }

  /** Put a sheet of symbols into the page, once; what failed is asked for again. */
  private sheet(address: string): Promise<void> {
    const known = this.sheets.get(address);
    if (known !== undefined) return known;
    const loading = getText(address).then((symbols) => {
      const holder = document.createElement("div");
      holder.className = "sheet";
      holder.ariaHidden = "true";
      holder.innerHTML = symbols;
      document.body.append(holder);
    });
    this.sheets.set(address, loading);
    loading.catch(() => this.sheets.delete(address));
    return loading;
  }
}

export const art = new Art();
