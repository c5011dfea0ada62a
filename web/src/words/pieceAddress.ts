/** Where the page of a race or special power is: `/rules/races/orcs`, `/rules/powers/flying`. */
import { told } from "./words";

export interface PieceOfBox {
  kind: "race" | "power";
  id: string;
}

const FOLDERS = { race: "races", power: "powers" } as const;
const ADDRESS = /^(race|power)s\/(\w+)$/;

/** The address of a piece's page; null if it is not in the box, and so in no rulebook. */
export function pieceAddress({ kind, id }: PieceOfBox): string | null {
  return told(`${kind}_${id}`) === null ? null : `/rules/${FOLDERS[kind]}/${id}`;
}

/** The piece whose page stands behind `/rules/`; null if it is the book itself. */
export function addressed(rest: string): PieceOfBox | null {
  const [, kind, id] = ADDRESS.exec(rest) ?? [];
  return (kind === "race" || kind === "power") && id !== undefined ? { kind, id } : null;
}
