/** What players are called: by the names that the server tells, or by their seats. */
import type { Scene } from "./scene";
import { m } from "../../words/words";

export function nameOf(scene: Scene, seat: number): string {
  // A person who was forgotten has no name any more.
  return scene.shown?.seats[seat]?.name || m.web_play_seat({ number: seat + 1 });
}

export function namesOf(scene: Scene): string[] {
  return (scene.shown?.seats ?? []).map((_place, seat) => nameOf(scene, seat));
}
