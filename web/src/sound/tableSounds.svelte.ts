/** Lets a table be heard: the sounds of whatever is being shown, of what others write and of what is refused. */
import { followTable } from "../core/table/following.svelte";
import type { Step } from "../core/table/step";
import type { Table } from "../core/table/table.svelte";
import { cuesOf } from "./cues";
import { sounds } from "./sounds";

/** Play the sounds of a table as long as the component that calls this is there. */
export function soundTable(table: Table): void {
  followTable(table, (step) => {
    if (step.isLive) perform(step);
  });
  $effect(() => {
    if (table.trouble !== null) sounds.play("refusal");
  });
}

function perform(step: Step): void {
  if (step.said?.is_yours === false) sounds.play("chat");
  for (const cue of cuesOf(step)) sounds.play(cue.sound, { count: cue.count, after: cue.at });
}
