import { beforeEach, expect, test, vi } from "vitest";
import { FORM } from "../../testing/workshop";
import { m } from "../../words/words";
import { Bench } from "./bench.svelte";
import { creations } from "./creations.svelte";
import { entriesOf, EntryText, valueOf, withId } from "./entries";
import { packed } from "./sharing";

vi.mock("./check.svelte", () => ({
  Check: class {
    box = null;
    look = vi.fn();
    settled = vi.fn();
  },
}));

const EXAMPLE = '[race.gnomes]\nname = "Garden Gnomes"\ntokens = 6\n';

beforeEach(() => {
  localStorage.clear();
  for (const { id } of creations.shelf) creations.remove(id);
});

function entryOf(bench: Bench): EntryText {
  if (bench.entry === undefined) throw new Error(bench.text);
  return new EntryText(bench.text, bench.entry);
}

/** Type a name into the form. */
function name(bench: Bench, words: string): void {
  bench.fill(entryOf(bench).with("name", words).text);
}

const ids = (bench: Bench): string[] => entriesOf(bench.text).map(({ id }) => id);

test("the id follows the name as it is typed, and keeps its end", () => {
  const bench = new Bench();
  bench.add("race", FORM);
  const end = ids(bench)[0]?.split("_").at(-1) ?? "";
  name(bench, "Bad");
  name(bench, "Badgers");
  expect(ids(bench)).toEqual([`badgers_${end}`]);
  name(bench, "");
  expect(ids(bench)).toEqual([`race_${end}`]);
});

test.each([
  ["kept", (bench: Bench) => bench.save()],
  ["given away", (bench: Bench) => bench.giveAway()],
])("the id stays when it was %s", (_, release) => {
  const bench = new Bench();
  bench.add("race", FORM);
  name(bench, "Badgers");
  const before = ids(bench);
  release(bench);
  name(bench, "Honey Badgers");
  expect(ids(bench)).toEqual(before);
});

test("the id stays when it was written by hand, or came with a file", () => {
  const bench = new Bench();
  bench.add("race", FORM);
  const { text, entry } = entryOf(bench);
  bench.write(withId(text, entry, "mine"));
  name(bench, "Badgers");
  expect(ids(bench)).toEqual(["mine"]);
  bench.lay(EXAMPLE);
  name(bench, "Badgers");
  expect(ids(bench)).toEqual(["gnomes"]);
});

test("what two people make of the same example has different ids", () => {
  const found = Array.from({ length: 20 }, () => {
    const bench = new Bench();
    bench.begin(EXAMPLE);
    return ids(bench)[0];
  });
  for (const id of found) expect(id).toMatch(/^garden_gnomes_[a-z]{3}$/);
  expect(new Set(found).size).toBeGreaterThan(1);
});

test("each new race borrows the tokens of another one, and has its own when nobody is left to lend", () => {
  const bench = new Bench();
  for (let number = 0; number < 3; number += 1) bench.add("race", FORM);
  const values = (key: string): unknown[] =>
    entriesOf(bench.text).map((entry) => valueOf(bench.text, entry, key));
  expect(values("tokens_of")).toEqual(["ratmen", "orcs", undefined]);
  expect(values("tokens_in_box")).toEqual([undefined, undefined, 15]);
  expect(new Set(ids(bench)).size).toBe(3);
});

test("what was replaced before it was kept can be brought back", () => {
  const bench = new Bench();
  bench.add("race", FORM);
  name(bench, "Badgers");
  const before = bench.text;
  bench.begin(EXAMPLE);
  // Nobody changed the example: it is not worth keeping.
  bench.lay("");
  expect(bench.replaced?.text).toBe(before);
  bench.bringBack();
  expect(bench.text).toBe(before);
  expect(bench.replaced).toBeNull();
});

test("bringing back can be taken back, too", () => {
  const bench = new Bench();
  bench.begin(EXAMPLE);
  name(bench, "One");
  bench.lay("");
  bench.begin(EXAMPLE);
  name(bench, "Two");
  bench.bringBack();
  expect(bench.text).toContain("One");
  bench.bringBack();
  expect(bench.text).toContain("Two");
});

test("what lies on the shelf, or was not changed, need not be brought back", () => {
  const bench = new Bench();
  bench.begin(EXAMPLE);
  bench.lay("");
  expect(bench.replaced).toBeNull();
  bench.begin(EXAMPLE);
  name(bench, "Badgers");
  bench.save();
  bench.lay("");
  expect(bench.replaced).toBeNull();
});

test("what one was writing when the page was left can be brought back, also after a link was opened", async () => {
  creations.bench = '[race.mine]\nname = "Mine"\n';
  const again = new Bench();
  again.resume();
  again.lay(EXAMPLE);
  expect(again.replaced?.text).toContain("race.mine");

  creations.bench = '[race.mine]\nname = "Mine"\n';
  const opened = new Bench();
  await opened.receive(await packed(EXAMPLE));
  expect(opened.note).toBe(m.web_workshop_received());
  name(opened, "Theirs");
  opened.bringBack();
  expect(opened.text).toContain("race.mine");
});
