/** Playing what one made, at once: a private table against a computer where it lies on top of the column. */
import type { Box, Piece } from "../../api/kinds";
import { person } from "../../core/http/person.svelte";
import { openTable, sitDown, tableAddress, type NewTable } from "../../core/http/tables";

/** The combos that lie open in the column. */
const COLUMN = 6;

/** The longest name that a table may have. */
const MAX_TITLE = 60;

/** What to agree on so that everything in the text comes up soon. */
export function planFor(text: string, own: Box, base: Box, level: string): NewTable {
  const map = own.maps[0];
  const players = map?.players ?? 2;
  const plan = { players, content: [text], computers: Array<string>(players - 1).fill(level) };
  if (own.races.length + own.powers.length === 0) return { ...plan, ...(map && { map: map.id }) };
  const names = Array.from({ length: players }, (_, seat) => `P${seat + 1}`);
  const position = [
    `map ${map?.id ?? `${players}-players`}`,
    `players ${names.join(" ")}`,
    `column ${columnOf(own, base).join(" | ")}`,
    `turn ${names[0]} pick`,
  ];
  return { ...plan, position: `${position.join("\n")}\n` };
}

/** What to agree on so that one piece is tried where it can do everything. */
export function trialOf(text: string, piece: Piece, title: string, level: string): NewTable | null {
  const name = title.slice(0, MAX_TITLE);
  return piece.trial === null
    ? null
    : { players: 2, content: [text], position: piece.trial, computers: [level], title: name };
}

export async function playNow(plan: NewTable): Promise<string> {
  await person.enter();
  const { table } = await openTable(plan);
  await sitDown(table, person.name, { seat: 0, isAlone: true });
  return tableAddress(table);
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
