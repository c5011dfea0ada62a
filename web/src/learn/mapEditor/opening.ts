/** Where maps to paint on come from: the box, chance, files and links. */
import { withEdition } from "../../core/http/edition";
import { Refusal } from "../../core/http/refusal";
import { get } from "../../core/http/rest";
import type { PaintedMap as ServedMap } from "../../api/kinds";
import type { Place } from "../../core/places/place";
import { atPlace } from "../../core/places/places";
import { unpacked } from "../workshop/sharing";
import { named } from "./mapNames";
import { isPaintedMap, type PaintedMap } from "./painted";

/** Until one asks again, in milliseconds, and how often. */
const REST = 300;
const MAX_TRIES = 5;

/** A map of the box, under a name of one's own: there is already one with its name. */
export async function boxMap(map: string, name: string): Promise<PaintedMap> {
  return named(await get<PaintedMap>(withEdition(`/api/maps/${map}/painted`)), name);
}

export const randomMap = (players: number, seed: number): Promise<PaintedMap> =>
  patiently((place) => place.paintRandomMap(players, seed));

/** A map from the text of a file: one that was painted, or any map file with outlines. */
export async function mapOfText(text: string): Promise<PaintedMap> {
  return paintedIn(text) ?? patiently((place) => place.paintMap(text));
}

/** A map from a link; null if the link is damaged. */
export async function mapOfCode(code: string): Promise<PaintedMap | null> {
  const text = await unpacked(code);
  return text === null ? null : paintedIn(text);
}

function paintedIn(text: string): PaintedMap | null {
  try {
    const found: unknown = JSON.parse(text);
    return isPaintedMap(found) ? found : null;
  } catch {
    return null;
  }
}

/** A server answers one question of a person at a time; while it checks a map, this one waits. */
async function patiently(work: (place: Place) => Promise<ServedMap>): Promise<PaintedMap> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    try {
      return (await atPlace(work)) as PaintedMap;
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "too_fast") throw error;
      await new Promise((resolve) => setTimeout(resolve, REST));
    }
  }
  return (await atPlace(work)) as PaintedMap;
}
