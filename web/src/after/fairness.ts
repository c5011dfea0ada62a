/** The luck of a game, checked in the browser: was the seed pledged before the start, and which key did it make? */

export interface Pledge {
  commitment: string;
  nonces: readonly string[];
  seed: string;
}

export interface Verdict {
  /** The hash of the seed that was shown at the end. */
  hash: string;
  /** Whether it is the one that was shown before the start. */
  isKept: boolean;
  /** The key of the dealer, made of the seed and everybody's number. */
  key: string;
}

/** Browsers offer their cryptography only over https and on this very machine. */
export function canVerify(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

export async function verify({ commitment, nonces, seed }: Pledge): Promise<Verdict> {
  const bytes = bytesOf(seed);
  const hash = hexOf(await crypto.subtle.digest("SHA-256", bytes));
  const secret = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  const key = hexOf(await crypto.subtle.sign("HMAC", secret, new TextEncoder().encode(nonces.join("\n"))));
  return { hash, isKept: hash === commitment, key };
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function hexOf(buffer: ArrayBuffer): string {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
