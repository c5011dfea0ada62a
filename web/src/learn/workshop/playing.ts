/** Playing what one made, at once: a private table against a computer where it lies in the column. */
import type { Box, Piece } from "../../api/kinds";
import { person } from "../../core/http/person.svelte";
import type { NewTable } from "../../core/places/place";
import { atPlace } from "../../core/places/places";

/** The combos that lie open in the column. */
const COLUMN = 6;

/** The longest name that a table may have. */
const MAX_TITLE = 60;

/** What to agree on so that everything in the text comes up soon. */
export function planFor(text: string, own: Box, base: Box, level: string): NewTable {
  const { players, ...plan } = againstComputers(text, own, level);
  if (own.races.length + own.powers.length === 0) return { players, ...plan };
  const names = Array.from({ length: players }, (_, seat) => `P${seat + 1}`);
  const position = [
    `map ${own.maps[0]?.id ?? `${players}-players`}`,
    `players ${names.join(" ")}`,
    `column ${columnOf(own, base).join(" | ")}`,
    `turn ${names[0]} pick`,
  ];
  return { players, ...plan, position: `${position.join("\n")}\n` };
}

/**
 * What to agree on for a whole game, so that it counts as one: so much of the box stays out that a race or power of the
 * text lies in the column at the beginning, and who made the table picks first. Of a large set, some come up later.
 */
export function wholeGameOf(text: string, own: Box, base: Box, level: string): NewTable {
  const plan = againstComputers(text, own, level);
  const lent = own.races.map((race) => race.tokens_of);
  const others = (pieces: readonly Piece[], ours: readonly Piece[]): Piece[] =>
    pieces.filter(({ id }) => !lent.includes(id) && !ours.some((each) => each.id === id));
  // Each player may hold two banners and a badge; one piece of the box and any of the text may stay longer in decline.
  const longer = 1 + own.races.length + own.powers.length;
  const left = (pieces: readonly Piece[], ours: readonly Piece[], held: number): Piece[] => {
    const kept = Math.max(COLUMN, plan.players * held + longer) - ours.length;
    return ours.length === 0 ? [] : shuffled(others(pieces, ours)).slice(kept);
  };
  const leftOut = [...left(base.races, own.races, 2), ...left(base.powers, own.powers, 1)];
  return leftOut.length === 0
    ? plan
    : { ...plan, options: `left_out=${leftOut.map(({ id }) => id).join(",")} first_player=P1` };
}

/** What to agree on so that one piece is tried where it can do everything. */
export function trialOf(text: string, piece: Piece, title: string, level: string): NewTable | null {
  const name = title.slice(0, MAX_TITLE);
  return piece.trial === null
    ? null
    : { players: 2, content: [text], position: piece.trial, computers: [level], title: name };
}

export async function playNow(plan: NewTable): Promise<string> {
  const { source } = await atPlace((place) => place.open(plan, [person.name]));
  return source.address;
}

/** A game with this text, on its map if it has one. */
function againstComputers(text: string, own: Box, level: string): NewTable {
  const map = own.maps[0];
  const players = map?.players ?? 2;
  const computers = Array<string>(players - 1).fill(level);
  return { players, content: [text], computers, ...(map && { map: map.id }) };
}

/** Own races and powers first, each with a partner; then whatever is in the box. */
function columnOf(own: Box, base: Box): string[] {
  const lent = own.races.map((race) => race.tokens_of);
  const races = [...own.races, ...shuffled(base.races.filter((race) => !lent.includes(race.id)))];
  const powers = [...own.powers, ...shuffled(base.powers)];
  return races.slice(0, COLUMN).map((race, at) => `${powers[at]?.id} ${race.id}`);
}

function shuffled(pieces: readonly Piece[]): Piece[] {
  return pieces
    .map((piece) => ({ piece, order: Math.random() }))
    .sort((one, other) => one.order - other.order)
    .map(({ piece }) => piece);
}
