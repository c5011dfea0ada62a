/** The luck of a game, checked in the browser against what it saw before: seed, numbers, log and signature. */
import type { GameSignature, LogProof, TableView } from "../api/kinds";
import { bytesOf, hashOf, hexOf, hmac, sha256, textBytes } from "../core/luck/sha256";
import type { SeenTable } from "../core/luck/witness";

export interface LuckCheck {
  /** The hash of the seed that was shown at the end. */
  hash: string;
  /** Whether it is the one that was shown before the start. */
  isKept: boolean;
  /** Whether every number is the one that its player had committed to. */
  areNumbersKept: boolean;
  /** The key of the dealer, made of the seed and everybody's number. */
  key: string;
  /** Whether seed and numbers are those that this browser saw before; null if it saw nothing. */
  isAsSeen: boolean | null;
}

export interface LogCheck {
  /** The number of the first head that is not the one that was seen; null if all are. */
  rewritten: number | null;
  signature: "good" | "wrong" | "unchecked" | "none";
}

/** Check the luck of a game that is over. */
export function checkLuck(state: TableView, seen: SeenTable | null): LuckCheck {
  const seed = bytesOf(state.seed ?? "");
  const nonces = state.seats.map(({ nonce }) => nonce);
  const hash = hexOf(sha256(seed));
  const committed = committedBy(state);
  // What was bound when this browser looked; a seat may have been free then.
  const before =
    seen === null ? null : seen.seats.map(({ commitment, nonce }) => commitment || hashed(nonce));
  return {
    hash,
    isKept: hash === state.commitment,
    areNumbersKept:
      before === null || before.every((shown, seat) => shown === "" || shown === committed[seat]),
    key: hexOf(hmac(seed, textBytes(nonces.join("\n")))),
    isAsSeen: seen === null ? null : seen.commitment === state.commitment && seen.commitment === hash,
  };
}

/** Compute the heads of a log again, compare them with those that were seen, and check the signature under it. */
export async function checkLog(proof: LogProof, state: TableView, seen: SeenTable | null): Promise<LogCheck> {
  const heads: string[] = [];
  for (const text of proof.entries) heads.push(hashOf(`${heads.at(-1) ?? ""}\n${text}`));
  const known = Object.entries(seen?.heads ?? {}).map(([seq, head]) => [Number(seq), head] as const);
  const wrong = known.filter(([seq, head]) => heads[seq - 1]?.startsWith(head) !== true).map(([seq]) => seq);
  const { signature } = state;
  if (signature !== null && heads[signature.seq - 1] !== signature.chain) wrong.push(signature.seq);
  return {
    rewritten: wrong.length === 0 ? null : Math.min(...wrong),
    signature: signature === null ? "none" : await checkSignature(signature, state.seed ?? ""),
  };
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

/** What every seat has committed to; of one that never told its number, the hash is still shown. */
function committedBy({ seats }: TableView): string[] {
  return seats.map(({ commitment, nonce }) => commitment || hashed(nonce));
}

function hashed(nonce: string): string {
  return nonce === "" ? "" : hashOf(nonce);
}
