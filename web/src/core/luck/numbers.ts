/**
 * One's numbers for the dealer. A number is kept in this browser, and only its hash is sent, until everybody at the table
 * has sent one; so a reload loses nothing.
 */
import { hexOf } from "../../engine/hex";
import { hashOf } from "./sha256";

const PLACE = "elbowroom.numbers";
const BYTES = 20;
const MAX_KEPT = 60;
/** Hashes of the numbers that this page made or has taken on: several pages may show one table. */
const ofThisPage = new Set<string>();

/** A random number, as the server takes it: letters and digits. */
export function newNumber(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(BYTES)));
}

/** A new number is kept, and its hash comes back. */
export function commitment(): string {
  const number = newNumber();
  const hash = hashOf(number);
  ofThisPage.add(hash);
  const kept = Object.entries({ ...read(), [hash]: number }).slice(-MAX_KEPT);
  try {
    localStorage.setItem(PLACE, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    unkept.set(hash, number);
  }
  return hash;
}

/** The number whose hash this is, if it was made in this browser. */
export function numberOf(hash: string): string | undefined {
  return unkept.get(hash) ?? read()[hash];
}

/** Take on a number of an earlier page, such as before a reload. */
export function takeNumber(hash: string): void {
  if (numberOf(hash) !== undefined) ofThisPage.add(hash);
}

/** Whether this page is the one that tells a number early if it goes away. */
export const isOfThisPage = (hash: string): boolean => ofThisPage.has(hash);

/** For browsers that let us keep nothing. */
const unkept = new Map<string, string>();

function read(): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Record<string, string>) : {};
  } catch {
    return {};
  }
}
