/** What a sentence about a table needs to know. */
import type { Box, View } from "../api/kinds";
import { namesOf } from "../core/table/playerNames";
import { viewOf, type Scene } from "../core/table/scene";

export interface Context {
  view: View;
  box: Box;
  /** What the players are called. */
  names: readonly string[];
}

/** The context of a scene; null while nothing is laid out. */
export function contextOf(scene: Scene): Context | null {
  const view = viewOf(scene);
  return view === null ? null : { view, box: scene.box, names: namesOf(scene) };
}

/** The same for sentences that are worded again later: computers are called by names of the language spoken then. */
export function lastingContextOf(scene: Scene): Context | null {
  const view = viewOf(scene);
  if (view === null) return null;
  return {
    view,
    box: scene.box,
    get names() {
      return namesOf(scene);
    },
  };
}
