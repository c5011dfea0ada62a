/** What the rules say of the map that is painted. */
import type { PaintedMapCheck, PaintedMap as SentMap } from "../../api/kinds";
import { atPlace } from "../../core/places/places";
import { LiveCheck } from "../liveCheck.svelte";
import type { PaintedMap } from "./painted";

export class MapCheck extends LiveCheck<PaintedMap, PaintedMapCheck> {
  protected request(map: PaintedMap): Promise<PaintedMapCheck> {
    return atPlace((place) => place.checkPaintedMap(map as SentMap));
  }
}
