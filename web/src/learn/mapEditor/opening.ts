/** Where maps to paint on come from: the box, chance, files and links. */
import { withEdition } from "../../core/http/edition";
import { person } from "../../core/http/person.svelte";
import { Refusal } from "../../core/http/refusal";
import { get, post } from "../../core/http/rest";
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
  posted("/api/painted-maps/random", { players, seed });

/** A map from the text of a file: one that was painted, or any map file with outlines. */
export async function mapOfText(text: string): Promise<PaintedMap> {
  return paintedIn(text) ?? posted("/api/painted-maps/from-file", { map: text });
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

/** The server answers one question of a person at a time; while it checks a map, this one waits. */
async function posted(path: string, body: unknown): Promise<PaintedMap> {
  await person.known();
  if (person.me === null) await person.enter();
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    try {
      return await post<PaintedMap>(path, body);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "too_fast") throw error;
      await new Promise((resolve) => setTimeout(resolve, REST));
    }
  }
  return post<PaintedMap>(path, body);
}
