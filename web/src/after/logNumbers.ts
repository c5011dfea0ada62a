/** The numbers for the dealer, as the texts of a log tell them entry by entry. */
import { hashOf } from "../core/luck/sha256";

export interface SeatNumber {
  /** The hash that the player has committed to; of a number that was told at once, its own. */
  commitment: string;
  /** The number, once it is told. */
  nonce: string;
}

/** What is read of an entry; what has its default value is not in a text. */
interface NumberEntry {
  kind: string;
  seat?: number;
  commitment?: string;
  nonce?: string;
  keeps_nonce?: boolean;
}

const NONE: SeatNumber = { commitment: "", nonce: "" };

/** What every seat had committed to, and told, after each entry of a log. */
export function numbersIn(texts: readonly string[], players: number): SeatNumber[][] {
  let seats: SeatNumber[] = Array.from({ length: players }, () => NONE);
  let hasBegun = false;
  return texts.map((text) => {
    const { entry } = JSON.parse(text) as { entry: NumberEntry };
    hasBegun ||= entry.kind === "started";
    const number = after(entry, hasBegun, seats[entry.seat ?? -1] ?? NONE);
    if (number !== null) seats = seats.map((before, seat) => (seat === entry.seat ? number : before));
    return seats;
  });
}

/** A seat's number after an entry; null if it says nothing of one. */
function after(entry: NumberEntry, hasBegun: boolean, { commitment }: SeatNumber): SeatNumber | null {
  const { kind, nonce = "" } = entry;
  switch (kind) {
    case "joined":
      return { commitment: entry.commitment || (nonce === "" ? "" : hashOf(nonce)), nonce };
    case "committed":
      return { commitment: entry.commitment ?? "", nonce: "" };
    case "revealed":
      return { commitment, nonce };
    case "left":
    case "filled":
      return NONE;
    case "moved":
      return entry.keeps_nonce === false && !hasBegun ? NONE : null;
    default:
      return null;
  }
}
