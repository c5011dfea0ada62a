/** What players are called: by their own names, or as the computers they are. */
import type { Scene } from "./scene";
import { m, told } from "../../words/words";

export function nameOf(scene: Scene, seat: number): string {
  const place = scene.shown?.seats[seat];
  if (place !== undefined && place.name !== "") return place.name;
  const computers = (scene.shown?.seats ?? []).filter((each) => each.level !== null && each.name === "");
  if (place?.level == null) return m.web_play_seat({ number: seat + 1 });
  const level = told(`web_level_${place.level}`) ?? place.level;
  if (computers.length === 1) return m.web_play_computer({ level });
  return m.web_play_computer_numbered({ level, number: computers.indexOf(place) + 1 });
}

export function namesOf(scene: Scene): string[] {
  return (scene.shown?.seats ?? []).map((_place, seat) => nameOf(scene, seat));
}
