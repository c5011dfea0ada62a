/** Lets a table be heard: the sounds of whatever is being shown. */
import type { LogLine } from "../api/kinds";
import { settings } from "../settings/settings.svelte";
import type { Scene } from "../table/scene";
import { cuesOf, type Told } from "./cues";
import { sounds } from "./sounds";

/** Play the sounds of a scene as long as the component that calls this is there. */
export function listen(scene: Scene & { readonly log?: readonly LogLine[] }): void {
  $effect(() => {
    if (scene.beat !== null) perform(scene.beat);
  });
  // Without motion there are no beats, but who sees nothing move may still want to hear it.
  let last: number | null = null;
  $effect(() => {
    const line = scene.log?.at(-1);
    if (line === undefined) return;
    if (settings.pace === 0 && last !== null && line.seq > last) perform({ ...line, duration: 0 });
    last = line.seq;
  });
}

function perform(told: Told): void {
  for (const cue of cuesOf(told)) sounds.play(cue.sound, { count: cue.count, after: cue.at });
}
