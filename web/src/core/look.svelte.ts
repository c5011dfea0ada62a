/**
 * How things are drawn for the one who looks: colours, patterns, motion. A part of a page can be given a look of its own;
 * everything else has that of the page.
 */
import { getContext, setContext } from "svelte";
import type { Palette, Piece } from "../api/kinds";
import { settings } from "../settings/settings.svelte";
import { art } from "./art.svelte";

export interface Look {
  /** The factor for every duration; 0 is no motion at all. */
  readonly pace: number;
  /** The theme of the drawings. */
  readonly theme: "day" | "night";
  readonly hasPatterns: boolean;
  /** The colours of the drawings; null until they are loaded. */
  readonly palette: Palette | null;
  /** The colours of the seats, by seat. */
  readonly seatColours: { active: readonly string[]; declined: readonly string[] };
}

const UNKNOWN = "#888888";
const KEY = Symbol("look");

/** The look that was chosen on this device. */
export const pageLook: Look = {
  get pace() {
    return settings.pace;
  },
  get theme() {
    return settings.drawingTheme;
  },
  get hasPatterns() {
    return settings.choices.patterns;
  },
  get palette() {
    return art.palette;
  },
  get seatColours() {
    const { palette } = art;
    const chosen = settings.choices.palette === "contrast" ? "contrast" : "default";
    return {
      active: palette?.owners[chosen] ?? [],
      declined: palette?.declined_owners[chosen] ?? [],
    };
  },
};

/** The look of the part of the page in which a component is made. */
export function lookHere(): Look {
  return getContext<Look | undefined>(KEY) ?? pageLook;
}

/** Give a look to a component and all that is inside it; to be called when it is made. */
export function setLook(look: Look): void {
  setContext(KEY, look);
}

/** The colour of a race: that of an own piece, as the server tells it, or that of the box. */
export function raceColour(race: string, look: Look = pageLook, own?: Piece): string {
  return own?.colour ?? look.palette?.races[race] ?? UNKNOWN;
}

/** The colour of a race as it is in decline. */
export function fadedColour(colour: string, look: Look = pageLook): string {
  const { ash = UNKNOWN, race_fading = 1 } = look.palette ?? {};
  return `color-mix(in srgb, ${ash} ${100 * race_fading}%, ${colour})`;
}

/** The shape of a seat, as a path on a square of 24. */
export function ownerShape(seat: number, look: Look = pageLook): string {
  return look.palette?.owner_shapes[seat] ?? "";
}

export function ownerColour(seat: number, inDecline = false, look: Look = pageLook): string {
  const { active, declined } = look.seatColours;
  return (inDecline ? declined : active)[seat] ?? UNKNOWN;
}
