/** Lets a table be heard: the sounds of whatever is being shown, of what others write and of what is refused. */
import type { LogLine, ChatMessage } from "../api/kinds";
import { settings } from "../settings/settings.svelte";
import type { Scene } from "../core/table/scene";
import { cuesOf, type Told } from "./cues";
import { sounds } from "./sounds";

/** What only a live table has. */
interface Live {
  readonly log?: readonly LogLine[];
  readonly sayings?: readonly ChatMessage[];
  readonly trouble?: Error | null;
}

/** Play the sounds of a scene as long as the component that calls this is there. */
export function listen(scene: Scene & Live): void {
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
  // What was written before one came is no news.
  let heard: number | null = null;
  $effect(() => {
    if (scene.shown === null) return;
    const saying = scene.sayings?.at(-1);
    const seq = saying?.seq ?? 0;
    if (heard !== null && seq > heard && saying?.is_yours === false) sounds.play("chat");
    heard = Math.max(heard ?? 0, seq);
  });
  $effect(() => {
    if (scene.trouble != null) sounds.play("refusal");
  });
}

function perform(told: Told): void {
  for (const cue of cuesOf(told)) sounds.play(cue.sound, { count: cue.count, after: cue.at });
}
