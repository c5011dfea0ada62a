/** What the rules say of the map that is painted. */
import type { PaintedMapCheck } from "../../api/kinds";
import { post } from "../../core/http/rest";
import { LiveCheck } from "../liveCheck.svelte";
import type { PaintedMap } from "./painted";

export class MapCheck extends LiveCheck<PaintedMap, PaintedMapCheck> {
  protected request(map: PaintedMap): Promise<PaintedMapCheck> {
    return post<PaintedMapCheck>("/api/painted-maps/check", map);
  }
}
