/** Publishing what one made: what kind of creation it is, and what could be said of it. */
import type { Box, CreationCard, CreationKind, MapInfo } from "../api/kinds";
import { pieceEffect } from "../words/names";
import { m } from "../words/words";

export const MAX_SUMMARY = 300;

/** What a text is published as; several races or powers are a set. */
export function kindOf({ races, powers, maps }: Box): CreationKind {
  if (maps.length > 0) return "map";
  if (races.length + powers.length > 1) return "set";
  return races.length > 0 ? "race" : "power";
}

/** The creation of one's own of which this is probably a new version: what it was opened from, or its namesake.
 *
 * A set is known by its pieces: at least half of them are the same.
 */
export function versionOf(own: readonly CreationCard[], box: Box, origin: string): CreationCard | undefined {
  const names = [...box.races, ...box.powers, ...box.maps].map((each) => each.name);
  const isNamesake = (card: CreationCard): boolean => {
    if (kindOf(box) !== "set") return names.includes(card.name);
    const shared = card.pieces.filter((piece) => names.includes(piece.name)).length;
    return shared > 0 && 2 * shared >= Math.max(card.pieces.length, names.length);
  };
  return own.find((card) => card.id === origin) ?? own.find(isNamesake);
}

/** What it does in short, to begin with. */
export function summaryOf(box: Box): string {
  const effects = [
    ...box.races.map(({ id }) => pieceEffect("race", id, box)),
    ...box.powers.map(({ id }) => pieceEffect("power", id, box)),
    ...box.maps.map(mapText),
  ];
  const words = effects.join(" ").replace(/\s+/g, " ").trim();
  return words.length <= MAX_SUMMARY ? words : words.slice(0, MAX_SUMMARY - 1).replace(/\s\S*$/, " …");
}

/** What is known of a map without looking at it. */
export const mapText = ({ id, name, players, game_turns, regions }: MapInfo): string =>
  m.web_workshop_map({ name: name || id, players, game_turns, regions: regions.length });
