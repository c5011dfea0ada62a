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

function state(more: Partial<TableView> = {}, nonces: readonly string[] = NONCES): TableView {
  const seats = nonces.map((nonce) => seat("Ann", { nonce }));
  return { table: "t", seed: SEED, commitment: COMMITMENT, seats, signature: null, ...more } as TableView;
}

function seen(more: Partial<SeenTable> = {}): SeenTable {
  const seats = NONCES.map((nonce) => ({ commitment: nonce === "" ? "" : hashOf(nonce), nonce: "" }));
  return { commitment: COMMITMENT, seats, seq: 4, heads: {}, ...more };
}

test("a pledge that was kept is seen as kept, and makes the server's key", () => {
  expect(checkLuck(state(), seen())).toEqual({
    hash: COMMITMENT,
    isKept: true,
    areNumbersKept: true,
    key: KEY,
    isAsSeen: true,
  });
});

test("another seed than the pledged one is found out", () => {
  expect(checkLuck(state({ seed: SEED.replace("00", "01") }), null).isKept).toBe(false);
});

test("a server that changes seed and pledge together is found out by who saw the pledge before", () => {
  const seed = SEED.replace("00", "01");
  const changed = state({ seed, commitment: checkLuck(state({ seed }), null).hash });
  expect(checkLuck(changed, null)).toMatchObject({ isKept: true, isAsSeen: null });
  expect(checkLuck(changed, seen())).toMatchObject({ isKept: true, isAsSeen: false });
});

test("a number that was changed after its hash was shown is found out", () => {
  expect(checkLuck(state({}, ["other", "", "Zz9"]), seen()).areNumbersKept).toBe(false);
  const free = seen({ seats: [{ commitment: "", nonce: "" }] });
  expect(checkLuck(state({}, ["other", "", "Zz9"]), free).areNumbersKept).toBe(true);
});

test("one who did not tell a number had committed to it all the same", () => {
  const silent = state();
  const seats = silent.seats.map((each, at) => (at === 1 ? { ...each, commitment: "ab".repeat(32) } : each));
  const before = seen();
  const shown = before.seats.map((each, at) =>
    at === 1 ? { commitment: "ab".repeat(32), nonce: "" } : each,
  );
  expect(checkLuck({ ...silent, seats }, { ...before, seats: shown }).areNumbersKept).toBe(true);
});

test("the order of the seats matters for the key", () => {
  expect(checkLuck(state({}, NONCES.toReversed()), null).key).not.toBe(KEY);
});

const ENTRIES = ['{"seq":1}', '{"seq":2}', '{"seq":3}'];
const HEADS = ENTRIES.reduce<string[]>(
  (heads, text) => [...heads, hashOf(`${heads.at(-1) ?? ""}\n${text}`)],
  [],
);
const PROOF = { entries: ENTRIES } as LogProof;

test("a log is the one whose heads were seen, or says where it was rewritten", async () => {
  const heads = { 2: HEADS[1]?.slice(0, 16) ?? "", 3: HEADS[2]?.slice(0, 16) ?? "" };
  expect(await checkLog(PROOF, state(), seen({ heads }))).toEqual({ rewritten: null, signature: "none" });
  const rewritten = { entries: ['{"seq":1}', '{"seq":2,"other":1}', '{"seq":3}'] } as LogProof;
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
  expect(await checkLog(PROOF, signed, null)).toEqual({ rewritten: null, signature: "good" });
  const other = state({ signature: { seq: 2, chain, key, signature: signature.replace(/^../, "00") } });
  expect((await checkLog(PROOF, other, null)).signature).toBe("wrong");
  const elsewhere = state({ signature: { seq: 3, chain, key, signature } });
  expect((await checkLog(PROOF, elsewhere, null)).rewritten).toBe(3);
});
