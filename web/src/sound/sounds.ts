/**
 * Plays the sounds. A browser lets a page be heard only after somebody has touched it, so the first gesture opens the
 * audio context; whatever should have been heard before is left out.
 */
import { untrack } from "svelte";
import { settings } from "../settings/settings.svelte";
import type { Sound } from "./recipes";

const GESTURES = ["pointerdown", "keydown"] as const;

class Sounds {
  private context: AudioContext | null = null;
  private synthesis: Promise<typeof import("./synthesis")> | null = null;

  /** Wait for a gesture; later ones wake a context that the browser has put to sleep. */
  awaitGesture(): void {
    for (const gesture of GESTURES) addEventListener(gesture, this.wake, { passive: true });
  }

  /** Play a sound, so many milliseconds from now; several tokens or coins are heard as several. */
  play(sound: Sound, { count = 1, after = 0 }: { count?: number; after?: number } = {}): void {
    // Whoever plays a sound does not want to play it again when the volume changes.
    untrack(() => {
      const { context } = this;
      if (context === null || context.state !== "running" || !this.mayBeHeard(sound)) return;
      const performance = {
        sound,
        count,
        volume: settings.choices.volume,
        start: context.currentTime + after / 1000,
      };
      this.synthesis ??= import("./synthesis");
      void this.synthesis.then(({ perform }) => perform(context, performance));
    });
  }

  /** The turn bell has its own switch, and rings for one who looks at something else, too. */
  private mayBeHeard(sound: Sound): boolean {
    const { volume, bell } = settings.choices;
    if (volume <= 0) return false;
    return sound === "bell" ? bell : !document.hidden;
  }

  private readonly wake = (): void => {
    if (typeof AudioContext === "undefined") return;
    this.context ??= new AudioContext();
    if (this.context.state !== "running") void this.context.resume();
  };
}

export const sounds = new Sounds();
sounds.awaitGesture();
