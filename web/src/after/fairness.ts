/** The luck of a game, checked in the browser against what it saw before: seed, numbers, log and signature. */
import type { GameSignature, LogProof, TableView } from "../api/kinds";
import { bytesOf, hashOf, hmac, sha256, textBytes } from "../core/luck/sha256";
import type { SeenTable } from "../core/luck/witness";
import { hexOf } from "../engine/hex";
import { numbersIn, type SeatNumber } from "./logNumbers";

export interface LuckCheck {
  /** The hash of the seed that was shown at the end. */
  hash: string;
  /** Whether it is the one that was shown before the start. */
  isKept: boolean;
  /** The key of the dealer, made of the seed and everybody's number. */
  key: string;
}

export interface LogCheck {
  /** The number of the first head that is not the one that was seen; null if all are. */
  rewritten: number | null;
  /** Whether every number is in the log, and has the hash that its player had committed to there. */
  areNumbersKept: boolean;
  /** Whether seed and numbers are those that this browser saw committed to before the game; null if it saw none. */
  isAsSeen: boolean | null;
  signature: "good" | "wrong" | "unchecked" | "none";
}

/** Check the luck of a game that is over. */
export function checkLuck(state: TableView): LuckCheck {
  const seed = bytesOf(state.seed ?? "");
  const hash = hexOf(sha256(seed));
  return {
    hash,
    isKept: hash === state.commitment,
    key: hexOf(hmac(seed, textBytes(noncesOf(state).join("\n")))),
  };
}

/** Compute the heads of a log again, compare them and the numbers with what was seen, and check the signature. */
export async function checkLog(proof: LogProof, state: TableView, seen: SeenTable | null): Promise<LogCheck> {
  const heads: string[] = [];
  for (const text of proof.entries) heads.push(hashOf(`${heads.at(-1) ?? ""}\n${text}`));
  const known = Object.entries(seen?.heads ?? {}).map(([seq, head]) => [Number(seq), head] as const);
  const wrong = known.filter(([seq, head]) => heads[seq - 1]?.startsWith(head) !== true).map(([seq]) => seq);
  const { signature } = state;
  if (signature !== null && heads[signature.seq - 1] !== signature.chain) wrong.push(signature.seq);
  const numbers = numbersIn(proof.entries, state.seats.length);
  return {
    rewritten: wrong.length === 0 ? null : Math.min(...wrong),
    areNumbersKept: areKept(numbers.at(-1) ?? [], state),
    isAsSeen: seen?.status === "open" ? isAsSeen(numbers, state, seen) : null,
    signature: signature === null ? "none" : await checkSignature(signature, state.seed ?? ""),
  };
}

function areKept(numbers: readonly SeatNumber[], state: TableView): boolean {
  const isHash = ({ commitment, nonce }: SeatNumber): boolean => nonce === "" || hashOf(nonce) === commitment;
  return numbers.every(isHash) && numbers.map(({ nonce }) => nonce).join() === noncesOf(state).join();
}

/**
 * Whether the seed is that of the hash which was seen, and each seat had committed to what was seen at that moment of the
 * log. Until a table is full, somebody may have committed to another number later.
 */
function isAsSeen(numbers: readonly SeatNumber[][], state: TableView, seen: SeenTable): boolean {
  const then = numbers[seen.seq - 1]?.map(({ commitment }) => commitment);
  const shown = seen.seats.map(({ commitment, nonce }) => commitment || hashed(nonce));
  return seen.commitment === hexOf(sha256(bytesOf(state.seed ?? ""))) && then?.join() === shown.join();
}

async function checkSignature(
  { seq, chain, key, signature }: GameSignature,
  seed: string,
): Promise<"good" | "wrong" | "unchecked"> {
  const text = textBytes(`elbowroom game 1\n${seq}\n${chain}\n${seed}`);
  try {
    const known = await crypto.subtle.importKey("raw", bytesOf(key), "Ed25519", false, ["verify"]);
    const isGood = await crypto.subtle.verify("Ed25519", known, bytesOf(signature), text);
    return isGood ? "good" : "wrong";
  } catch {
    // Not over http, and not in older browsers.
    return "unchecked";
  }
}

const noncesOf = ({ seats }: TableView): string[] => seats.map(({ nonce }) => nonce);

const hashed = (nonce: string): string => (nonce === "" ? "" : hashOf(nonce));
