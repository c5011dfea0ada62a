/** What the rules say of the map that is painted. */
import type { PaintedMapCheck } from "../../api/kinds";
import { person } from "../../core/http/person.svelte";
import { post } from "../../core/http/rest";
import { LiveCheck } from "../liveCheck.svelte";
import type { PaintedMap } from "./painted";

export class MapCheck extends LiveCheck<PaintedMap, PaintedMapCheck> {
  protected async request(map: PaintedMap): Promise<PaintedMapCheck> {
    await person.comeIn();
    return post<PaintedMapCheck>("/api/painted-maps/check", map);
  }
}
