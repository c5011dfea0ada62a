import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Command, SeatView, TableView } from "../../api/kinds";
import { seat } from "../../testing/scene";
import { Dealing } from "./dealing";
import { commitment, numberOf } from "./numbers";
import { hashOf } from "./sha256";

let sent: Command[];
let last: Command[];
let dealing: Dealing;
let isHidden: boolean;
const CLOCK = { kind: "none", seconds: 0, increment: 0 } as const;

beforeEach(() => {
  localStorage.clear();
  [sent, last, isHidden] = [[], [], false];
  vi.spyOn(document, "hidden", "get").mockImplementation(() => isHidden);
  dealing = new Dealing(
    (command) => Promise.resolve(sent.push(command)),
    (command) => Promise.resolve(last.push(command)),
  );
});
afterEach(() => vi.restoreAllMocks());

function table(seats: readonly SeatView[], more: Partial<TableView> = {}): TableView {
  const agreement = { clock: CLOCK } as TableView["agreement"];
  return { table: "t", seq: 5, status: "open", reveal_until: null, seats, agreement, ...more } as TableView;
}

const other = seat("Bob", { owes_nonce: true, commitment: "ff".repeat(32) });

function committed(hash = commitment()): SeatView {
  return seat("Ann", { is_yours: true, owes_nonce: true, commitment: hash });
}

test("a number is told when it is due, once, and not before", () => {
  const own = committed();
  dealing.look(table([own, other]));
  expect(sent).toEqual([]);
  dealing.look(table([own, other], { reveal_until: 99, seq: 6 }));
  dealing.look(table([own, other], { reveal_until: 99, seq: 7 }));
  const nonce = numberOf(own.commitment) ?? "";
  expect(hashOf(nonce)).toBe(own.commitment);
  expect(sent).toEqual([{ do: "reveal", seat: 0, nonce }]);
});

test("a reload loses no number, and a number of another device is left to it", () => {
  const own = committed();
  const again = new Dealing(
    (command) => Promise.resolve(sent.push(command)),
    () => Promise.resolve(),
  );
  again.look(table([own, committed("00".repeat(32))], { reveal_until: 99 }));
  expect(sent).toMatchObject([{ do: "reveal", seat: 0 }]);
});

test("what did not get through is told again with the next state", async () => {
  const own = committed();
  let tries = 0;
  const failing = new Dealing(
    () => ((tries += 1), Promise.reject(new Error("no connection"))),
    () => Promise.reject(new Error("no connection")),
  );
  failing.look(table([own, other], { reveal_until: 99 }));
  await Promise.resolve();
  await Promise.resolve();
  failing.look(table([own, other], { reveal_until: 99 }));
  expect(tries).toBe(2);
});

test("who could not tell the number when going away tells it when it is due", async () => {
  const own = committed();
  const failing = new Dealing(
    (command) => Promise.resolve(sent.push(command)),
    () => Promise.reject(new Error("no connection")),
  );
  failing.look(table([own, other]));
  failing.leave();
  await Promise.resolve();
  await Promise.resolve();
  failing.look(table([own, other], { reveal_until: 99 }));
  expect(sent).toMatchObject([{ do: "reveal", seat: 0 }]);
});

test("who goes away tells the number early, and commits to another one when back", () => {
  const own = committed();
  dealing.look(table([own, other]));
  isHidden = true;
  dealing.turn();
  expect(last).toEqual([{ do: "reveal", seat: 0, nonce: numberOf(own.commitment) }]);
  const told = { ...own, owes_nonce: false };
  dealing.look(table([told, other], { seq: 6 }));
  expect(sent).toEqual([]);
  isHidden = false;
  dealing.turn();
  dealing.turn();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ do: "commit", seat: 0 });
  const [command] = sent;
  if (command?.do !== "commit") throw new Error("it is one");
  expect(command.commitment).not.toBe(own.commitment);
  expect(numberOf(command.commitment)).toBeDefined();
});

test("a page that is hidden when the last one sits down tells its number all the same", () => {
  isHidden = true;
  dealing.look(table([committed(), other], { reveal_until: 99 }));
  expect(sent).toMatchObject([{ do: "reveal", seat: 0 }]);
});

test("in a slow game nobody is waited for", () => {
  const agreement = { clock: { ...CLOCK, kind: "turn", seconds: 86_400 } } as TableView["agreement"];
  const own = committed();
  dealing.look(table([own, other], { agreement }));
  dealing.look(table([{ ...own, owes_nonce: false }, other], { agreement, seq: 6 }));
  expect(sent).toMatchObject([{ do: "reveal", seat: 0 }]);
});

test("against computers alone, and after the start, there is nothing to do", () => {
  const own = seat("Ann", { is_yours: true });
  dealing.look(table([own, seat("Bramlo", { level: "easy" })]));
  dealing.look(table([own, other], { status: "running" }));
  dealing.leave();
  expect([...sent, ...last]).toEqual([]);
});

test("a hidden page leaves the number of the page that is looked at alone", async () => {
  const own = committed();
  vi.resetModules();
  const { Dealing: OtherPage } = await import("./dealing");
  const hidden = new OtherPage(
    (command) => Promise.resolve(sent.push(command)),
    (command) => Promise.resolve(last.push(command)),
  );
  isHidden = true;
  hidden.look(table([own, other]));
  hidden.leave();
  expect([...sent, ...last]).toEqual([]);
  hidden.look(table([own, other], { reveal_until: 99, seq: 6 }));
  expect(sent).toMatchObject([{ do: "reveal", seat: 0 }]);
});

test("after a reload it is this page that tells the number when it goes away", async () => {
  const own = committed();
  vi.resetModules();
  const { Dealing: AfterReload } = await import("./dealing");
  const reloaded = new AfterReload(
    () => Promise.resolve(),
    (command) => Promise.resolve(last.push(command)),
  );
  reloaded.look(table([own, other]));
  reloaded.leave();
  expect(last).toMatchObject([{ do: "reveal", seat: 0 }]);
});
