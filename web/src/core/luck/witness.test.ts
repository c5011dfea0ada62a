import { beforeEach, expect, test } from "vitest";
import type { TableView } from "../../api/kinds";
import { seat } from "../../testing/scene";
import { seenOf, Witness } from "./witness";

beforeEach(() => localStorage.clear());

function table(status: string, seq: number, ...commitments: string[]): TableView {
  const seats = commitments.map((commitment) => seat("Ann", { commitment }));
  return { table: "t", status, seq, commitment: "c", reveal_until: null, seats } as TableView;
}

test("commitments are kept as they were before the game, whatever is told later", () => {
  const witness = new Witness("t");
  witness.look(table("open", 2, "a", ""));
  witness.look(table("open", 3, "a", "b"));
  witness.look(table("running", 6, "x", "y"));
  new Witness("t").look(table("over", 90, "x", "y"));
  expect(seenOf("t")).toMatchObject({
    commitment: "c",
    seq: 3,
    seats: [{ commitment: "a" }, { commitment: "b" }],
  });
});

test("what was final is not renewed, and the seed is the first that was pledged", () => {
  const witness = new Witness("t");
  witness.look(table("open", 2, "a", ""));
  witness.look({ ...table("open", 4, "a", "b"), commitment: "other", reveal_until: 99 });
  witness.look({ ...table("open", 5, "x", "y"), reveal_until: 99 });
  new Witness("t").look(table("open", 6, "x", "y"));
  expect(seenOf("t")).toMatchObject({
    commitment: "c",
    seq: 4,
    seats: [{ commitment: "a" }, { commitment: "b" }],
  });
});

test("who comes later keeps what there is to see then", () => {
  new Witness("t").look(table("running", 6, "x", "y"));
  expect(seenOf("t")).toMatchObject({ seq: 6, seats: [{ commitment: "x" }, { commitment: "y" }] });
  new Witness("u").look({ ...table("over", 90, "x", "y"), table: "u" });
  expect(seenOf("u")).toBeNull();
});

test("some heads of the log are kept, and the newest", () => {
  const witness = new Witness("t");
  witness.look(table("open", 2, "a", "b"));
  for (let seq = 3; seq < 61; seq += 1) witness.hear(seq, `head ${seq}`);
  witness.hear(61, undefined);
  witness.keep();
  expect(seenOf("t")?.heads).toEqual({ 25: "head 25", 50: "head 50", 60: "head 60" });
});

test("not more is kept than a browser should have to", () => {
  for (let number = 0; number < 100; number += 1) {
    new Witness(`t${number}`).look({ ...table("open", 2, "a"), table: `t${number}` });
  }
  expect(seenOf("t10")).toBeNull();
  expect(seenOf("t99")).not.toBeNull();
});
