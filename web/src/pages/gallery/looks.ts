/** Pieces as a list of creations tells them: only what is needed to draw them. */
import type { Box, CreationCard, Piece } from "../../api/kinds";

/** A box with nothing but these pieces. */
export function boxOf({ pieces }: Pick<CreationCard, "pieces">): Box {
  const drawn = pieces.map((look) => ({ isRace: look.is_race, piece: pieceOf(look) }));
  const only = (isRace: boolean): Piece[] =>
    drawn.filter((each) => each.isRace === isRace).map(({ piece }) => piece);
  return { races: only(true), powers: only(false), maps: [] };
}

function pieceOf({ id, name, colour, emblem }: CreationCard["pieces"][number]): Piece {
  return {
    id,
    name,
    colour,
    emblem,
    is_own: true,
    tokens: 0,
    tokens_in_box: null,
    tokens_of: null,
    text: {},
    traits: [],
    marker: null,
    trial: null,
  };
}
