import { expect, test } from "vitest";
import type { LogProof, TableView } from "../api/kinds";
import { hashOf } from "../core/luck/sha256";
import type { SeenTable } from "../core/luck/witness";
import { seat } from "../testing/scene";
import { checkLog, checkLuck } from "./fairness";

// What the server's own functions make of this seed and these numbers.
const SEED = "00112233445566778899aabbccddeeff0123456789abcdeffedcba9876543210";
const COMMITMENT = "fee4349a190ef12863fc999eeb82d4eb21e3d19109d10fb2e574af61362a1c7f";
const KEY = "8b034db98f4521086955e4c9f91f362a916a90c3dc8cec85d3ed48de065e7099";
const NONCES = ["abc123", "", "Zz9"];
const HASHES = NONCES.map((nonce) => (nonce === "" ? "" : hashOf(nonce)));
const OTHER_SEED = SEED.replace("00", "01");

function state(more: Partial<TableView> = {}, nonces: readonly string[] = NONCES): TableView {
  const seats = nonces.map((nonce) => seat("Ann", { nonce }));
  return { table: "t", seed: SEED, commitment: COMMITMENT, seats, signature: null, ...more } as TableView;
}

test("a pledge that was kept is seen as kept, and makes the server's key", () => {
  expect(checkLuck(state())).toEqual({ hash: COMMITMENT, isKept: true, key: KEY });
});

test("another seed than the pledged one is found out", () => {
  expect(checkLuck(state({ seed: OTHER_SEED })).isKept).toBe(false);
});

test("the order of the seats matters for the key", () => {
  expect(checkLuck(state({}, NONCES.toReversed())).key).not.toBe(KEY);
});

/** The texts of a log in which Ann told her number at once, and Cid later. */
function logWith(...later: object[]): string[] {
  const entries = [
    { kind: "opened", commitment: COMMITMENT },
    { kind: "joined", seat: 0, nonce: "abc123" },
    { kind: "joined", seat: 1 },
    { kind: "joined", seat: 2, commitment: HASHES[2] },
    ...later,
  ];
  return entries.map((entry, at) => JSON.stringify({ seq: at + 1, entry }));
}

const TEXTS = logWith({ kind: "sealed" }, { kind: "revealed", seat: 2, nonce: "Zz9" }, { kind: "started" });
const LOG = { entries: TEXTS } as LogProof;

function seen(more: Partial<SeenTable> = {}): SeenTable {
  const seats = HASHES.map((commitment) => ({ commitment, nonce: "" }));
  return { commitment: COMMITMENT, seats, seq: 5, status: "open", reveal_until: 9, heads: {}, ...more };
}

test("seed and numbers that were seen before are those of the game", async () => {
  expect((await checkLog(LOG, state(), seen())).isAsSeen).toBe(true);
  expect((await checkLog(LOG, state(), null)).isAsSeen).toBeNull();
  expect((await checkLog(LOG, state(), seen({ status: "running" }))).isAsSeen).toBeNull();
  const early = HASHES.map((commitment, at) => ({ commitment: at === 0 ? commitment : "", nonce: "" }));
  expect((await checkLog(LOG, state(), seen({ seq: 3, seats: early }))).isAsSeen).toBe(true);
});

test("a server that changes seed and pledge together is found out by who saw the pledge before", async () => {
  const changed = state({ seed: OTHER_SEED });
  const pledged = { ...changed, commitment: checkLuck(changed).hash };
  expect(checkLuck(pledged).isKept).toBe(true);
  expect((await checkLog(LOG, pledged, seen())).isAsSeen).toBe(false);
});

test("a number that does not have the hash which was committed to is found out", async () => {
  const texts = TEXTS.map((text) => text.replace('"Zz9"', '"other"'));
  const game = state({}, ["abc123", "", "other"]);
  const check = await checkLog({ entries: texts } as LogProof, game, seen());
  expect(check).toMatchObject({ areNumbersKept: false, isAsSeen: true });
  expect((await checkLog(LOG, game, null)).areNumbersKept).toBe(false);
  expect((await checkLog(LOG, state(), null)).areNumbersKept).toBe(true);
});

test("a server that changes a number with its hash, and the log with it, is found out, too", async () => {
  const texts = TEXTS.map((text) =>
    text.replace(HASHES[2] ?? "", hashOf("other")).replace('"Zz9"', '"other"'),
  );
  const game = state({}, ["abc123", "", "other"]);
  const check = await checkLog({ entries: texts } as LogProof, game, seen());
  expect(check).toMatchObject({ areNumbersKept: true, isAsSeen: false });
});

test("of one who did not tell the number the hash is still known", async () => {
  const texts = logWith({ kind: "sealed" }, { kind: "started" });
  const game = state({}, ["abc123", "", ""]);
  const check = await checkLog({ entries: texts } as LogProof, game, seen());
  expect(check).toMatchObject({ areNumbersKept: true, isAsSeen: true });
});

test("who committed anew before the table was full is not accused", async () => {
  const later = hashOf("later");
  const texts = logWith(
    { kind: "committed", seat: 2, commitment: later },
    { kind: "sealed" },
    { kind: "revealed", seat: 2, nonce: "later" },
  );
  const proof = { entries: texts } as LogProof;
  const game = state({}, ["abc123", "", "later"]);
  expect((await checkLog(proof, game, seen({ seq: 4 }))).isAsSeen).toBe(true);
  expect((await checkLog(proof, game, seen({ seq: 5 }))).isAsSeen).toBe(false);
});

const ENTRIES = logWith().slice(0, 3);
const HEADS = ENTRIES.reduce<string[]>(
  (heads, text) => [...heads, hashOf(`${heads.at(-1) ?? ""}\n${text}`)],
  [],
);
const PROOF = { entries: ENTRIES } as LogProof;

test("a log is the one whose heads were seen, or says where it was rewritten", async () => {
  const heads = { 2: HEADS[1]?.slice(0, 16) ?? "", 3: HEADS[2]?.slice(0, 16) ?? "" };
  expect(await checkLog(PROOF, state(), seen({ heads }))).toMatchObject({
    rewritten: null,
    signature: "none",
  });
  const rewritten = { entries: ENTRIES.map((text) => text.replace("abc123", "other")) } as LogProof;
  expect((await checkLog(rewritten, state(), seen({ heads }))).rewritten).toBe(2);
  const shorter = { entries: ENTRIES.slice(0, 2) } as LogProof;
  expect((await checkLog(shorter, state(), seen({ heads }))).rewritten).toBe(3);
});

test("a signature is checked with its key, and belongs to the log", async () => {
  const pair = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
  const key = Buffer.from(await crypto.subtle.exportKey("raw", pair.publicKey)).toString("hex");
  const chain = HEADS[1] ?? "";
  const text = new TextEncoder().encode(`elbowroom game 1\n2\n${chain}\n${SEED}`);
  const signature = Buffer.from(await crypto.subtle.sign("Ed25519", pair.privateKey, text)).toString("hex");
  const signed = state({ signature: { seq: 2, chain, key, signature } });
  expect(await checkLog(PROOF, signed, null)).toMatchObject({ rewritten: null, signature: "good" });
  const other = state({ signature: { seq: 2, chain, key, signature: signature.replace(/^../, "00") } });
  expect((await checkLog(PROOF, other, null)).signature).toBe("wrong");
  const elsewhere = state({ signature: { seq: 3, chain, key, signature } });
  expect((await checkLog(PROOF, elsewhere, null)).rewritten).toBe(3);
});
