/** What the texts of a table that is being planned hold together. */
import type { Box } from "../../api/kinds";
import { atPlace } from "../../core/places/places";
import { LiveCheck } from "../../learn/liveCheck.svelte";

export class ContentCheck extends LiveCheck<readonly string[], Box> {
  protected request(texts: readonly string[]): Promise<Box> {
    return atPlace((place) => place.checkContent(texts));
  }
}
