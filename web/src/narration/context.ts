/** A scene as one speaks of it; null while nothing is laid out. */
import { namesOf } from "../core/table/playerNames";
import { viewOf, type Scene } from "../core/table/scene";
import type { Room } from "./description";

export function roomOf(scene: Scene): Room | null {
  const view = viewOf(scene);
  return view === null ? null : { view, box: scene.box, names: namesOf(scene) };
}
