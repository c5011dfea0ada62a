/** What pieces and places are called: by the catalogue, or by their author if they are not in the box. */
import type { Box, MapInfo, Piece, Sentence } from "../api/kinds";
import { language, m, told } from "./words";

export function raceName(race: string, box?: Box): string {
  return told(`race_${race}`) ?? box?.races.find((piece) => piece.id === race)?.name ?? race;
}

export function powerName(power: string, box?: Box): string {
  return told(`power_${power}`) ?? box?.powers.find((piece) => piece.id === power)?.name ?? power;
}

/** A race with its special power, as both are called together. */
export function comboName(power: string | null, race: string, box?: Box): string {
  if (power === null) return raceName(race, box);
  return m.web_piece_combo({ power: powerName(power, box), race: raceName(race, box) });
}

export function markerName(marker: string): string {
  return told(`marker_${marker}`) ?? marker;
}

export function terrainName(terrain: string): string {
  return told(`terrain_${terrain}`) ?? terrain;
}

export function symbolName(symbol: string): string {
  return told(`symbol_${symbol}`) ?? symbol;
}

/** What a piece does, sentence by sentence: in our words, its author's, or made from its traits. */
export function pieceText(piece: Piece, kind: "race" | "power"): string[] {
  const own = told(`${kind}_${piece.id}_text`) ?? piece.text[language()] ?? piece.text["en"];
  return own === undefined ? piece.traits.map(sentenceOf) : [own];
}

/** What a piece does, in one short line; what is not in the box has none, and says it in its first sentence. */
export function pieceEffect(kind: "race" | "power", id: string, box: Box): string | null {
  const short = told(`${kind}_${id}_effect`);
  if (short !== null) return short;
  const piece = (kind === "race" ? box.races : box.powers).find((each) => each.id === id);
  return piece === undefined ? null : (pieceText(piece, kind)[0] ?? null);
}

/** A sentence that came as a code with parameters. */
export function sentenceOf(sentence: Sentence): string {
  const params: Record<string, unknown> = { ...sentence.params };
  const { place, marker, race, placed } = params;
  if (typeof place === "string") params["place"] = placeName(place);
  if (typeof marker === "string") params["marker"] = markerName(marker);
  if (typeof race === "string") params["race"] = raceName(race);
  if (typeof placed === "string")
    params["placed"] = told(`web_piece_placed_${placed.replaceAll(" ", "_")}`) ?? placed;
  return told(sentence.code, params) ?? sentence.code;
}

/** A word for a kind of region: a terrain, a symbol, or where it lies. */
export function placeName(place: string): string {
  return told(`terrain_${place}`) ?? told(`symbol_${place}`) ?? told(`place_${place}`) ?? place;
}

/** What a region is: its terrain and its symbols. */
export function groundName(map: MapInfo | undefined, region: number): string {
  const ground = map?.regions.find((each) => each.number === region);
  if (ground === undefined) return "";
  return [terrainName(ground.terrain), ...ground.symbols.map(symbolName)].join(", ");
}
