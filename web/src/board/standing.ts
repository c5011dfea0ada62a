/** What is to be shown in each region: what stands there or, while one is being made, what a draft would leave there. */
import type { RegionView } from "../api/kinds";
import { nameOf } from "../core/table/playerNames";
import { viewOf, type Scene } from "../core/table/scene";
import { groundName } from "../words/names";
import type { Marks, Target } from "./marks";
import { regionName } from "./name";

export interface Standing {
  number: number;
  region: RegionView;
  tokens: number;
  markers: Readonly<Record<string, number>>;
  target: Target | null;
  /** All of it in words. */
  name: string;
}

export function standingsOf(scene: Scene, marks: Marks): Standing[] {
  const view = viewOf(scene);
  const map = scene.box.maps.find((each) => each.id === view?.map);
  return (view?.regions ?? []).map((region) => {
    const { number, owner } = region;
    const standing = {
      region,
      tokens: marks.counts.get(number) ?? region.tokens,
      markers: marks.markers.get(number) ?? region.markers,
      target: marks.targets.get(number) ?? null,
    };
    const name = regionName(
      {
        ...standing,
        ground: groundName(map, number),
        player: owner === null ? "" : nameOf(scene, owner),
        isChosen: marks.chosen.has(number),
        isSending: marks.sending === number,
      },
      scene.box,
    );
    return { number, name, ...standing };
  });
}
