import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, test, vi } from "vitest";
import type { Box, Piece } from "../../api/kinds";
import { FORM, offerOf } from "../../testing/workshop";
import { m } from "../../words/words";
import { entriesOf, topValueOf, valueOf } from "./entries";
import type { Played } from "./liveWords";
import type { Problem } from "./problems";
import TraitForm from "./TraitForm.svelte";
import { offerText } from "./traits";

const TEXT = '[race.gnomes]\nname = "Gnomes"\ntokens = 6\ntokens_of = "ratmen"\ncoins.hill = 1\n';
const piece = (id: string, more: Partial<Piece> = {}): Piece => ({ id, tokens_in_box: 13, ...more }) as Piece;
const BASE: Box = { races: [piece("ratmen"), piece("orcs")], powers: [], maps: [] };

/** What the server says of TEXT. */
const TOLD: Played = {
  text: TEXT,
  box: {
    races: [
      piece("gnomes", {
        traits: [
          { key: "coins.hill", code: "trait_coins_place", params: { coins: 1, place: "hill" } },
          { key: "rulebook", code: "trait_rulebook_kept", params: {} },
        ],
      }),
    ],
    powers: [],
    maps: [],
  },
};

interface Opened {
  written: () => string;
  value: (key: string) => unknown;
}

/** The form of a text; what it writes is shown in it, as on the page. */
function open(text = TEXT, problems: Problem[] = []): Opened {
  let last = text;
  const entryIn = (of: string) => {
    const [entry] = entriesOf(of);
    if (entry === undefined) throw new Error(of);
    return entry;
  };
  const onchange = vi.fn<(text: string) => void>((next) => {
    last = next;
    void rerender({ text: next, entry: entryIn(next) });
  });
  const props = { form: FORM, text, entry: entryIn(text), base: BASE, problems, played: TOLD, onchange };
  const { rerender } = render(TraitForm, props);
  return { written: () => last, value: (key) => valueOf(last, entryIn(last), key) };
}

const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("[data-row]")];
const offered = (key: string, word = ""): HTMLElement =>
  screen.getAllByRole("button", { name: offerText(offerOf(key, word)), hidden: true })[0] as HTMLElement;

test("the form shows what the text says, and what the server says that it does", () => {
  open();
  expect(screen.getByLabelText(m.web_workshop_field_name())).toHaveValue("Gnomes");
  expect(screen.getByLabelText(m.web_workshop_tokens())).toHaveValue(6);
  expect(rows()).toHaveLength(1);
  const [row] = rows() as [HTMLElement];
  expect(within(row).getByLabelText(m.web_workshop_what())).toHaveValue("hill");
  expect(within(row).getByLabelText(m.web_workshop_amount())).toHaveValue(1);
  expect(row).toHaveTextContent("1 bonus coin for each region of kind “hill” it holds.");
  expect(screen.getByText(m.trait_rulebook_kept())).toBeVisible();
});

test("what changed is not told in words that were true before", async () => {
  open();
  await fireEvent.input(screen.getByLabelText(m.web_workshop_amount()), { target: { value: "2" } });
  expect(rows()[0]).not.toHaveTextContent("1 bonus coin");
});

test("a trait that is chosen is written, its row has the focus, and it can be taken out again", async () => {
  const { value } = open();
  await fireEvent.click(offered("may", "make peace"));
  expect(value("may")).toEqual(["make peace"]);
  await tick();
  const row = rows().find((each) => each.dataset["row"] === "may.make peace 0") as HTMLElement;
  expect(row).toContainElement(document.activeElement as HTMLElement);
  await fireEvent.click(within(row).getByRole("button"));
  expect(value("may")).toBeUndefined();
  expect(screen.getByLabelText(m.web_workshop_find())).toHaveFocus();
});

test("traits are found by their words", async () => {
  open();
  await fireEvent.input(screen.getByLabelText(m.web_workshop_find()), { target: { value: "two STEPS" } });
  expect(screen.getByRole("button", { name: offerText(offerOf("leaps")) })).toBeVisible();
  expect(screen.queryByRole("button", { name: offerText(offerOf("losses")), hidden: true })).toBeNull();
  await fireEvent.input(screen.getByLabelText(m.web_workshop_find()), { target: { value: "banana" } });
  expect(screen.getAllByText(m.web_workshop_find_none())[0]).toBeInTheDocument();
});

test("a number can count under a condition only, with its number of regions", async () => {
  const { value } = open();
  await fireEvent.change(screen.getByLabelText(m.web_workshop_when()), {
    target: { value: "at most N regions" },
  });
  expect(value("coins.hill")).toEqual({ n: 1, when: "at most 4 regions" });
  await fireEvent.input(screen.getByLabelText(m.web_workshop_when_regions()), { target: { value: "6" } });
  expect(value("coins.hill")).toEqual({ n: 1, when: "at most 6 regions" });
  await fireEvent.change(screen.getByLabelText(m.web_workshop_when()), { target: { value: "" } });
  expect(value("coins.hill")).toBe(1);
});

test("a marker of one's own has its numbers, one of the box has those of the box", async () => {
  const { value } = open();
  await fireEvent.click(offered("marker"));
  await fireEvent.input(screen.getByLabelText(m.web_workshop_field_defence()), { target: { value: "2" } });
  expect(value("marker")).toEqual({ name: "totem", count: 3, placed: "one per turn", defence: 2 });
  await fireEvent.change(screen.getByLabelText(m.web_workshop_group_marker()), {
    target: { value: "dragon" },
  });
  expect(value("marker")).toEqual({ name: "dragon", count: 1, placed: "dragon attack", immune: true });
  expect(screen.queryByLabelText(m.web_workshop_field_defence())).toBeNull();
});

test("a marker takes its coins along when it gets another name", async () => {
  const { value } = open();
  await fireEvent.click(offered("coins.MARKER"));
  const name = screen.getAllByLabelText(m.web_workshop_field_name()).at(-1) as HTMLElement;
  await fireEvent.input(name, { target: { value: "Big Tower" } });
  expect(value("marker")).toMatchObject({ name: "big_tower" });
  expect(value("coins")).toEqual({ hill: 1, big_tower: 1 });
});

test.each([
  ["2.5", 2.5],
  ["-1", -1],
  ["", ""],
])("%j is written as it was typed, so that the check says what is wrong with it", async (typed, kept) => {
  const { value } = open(`${TEXT}strike.tokens = 1\nmay = ["strike"]\n`);
  const type = async (field: HTMLElement): Promise<void> => {
    await fireEvent.input(field, { target: { value: typed } });
  };
  await type(screen.getByLabelText(m.web_workshop_tokens()));
  expect(value("tokens")).toBe(kept);
  await type(screen.getByLabelText(m.web_workshop_amount()));
  expect(value("coins.hill")).toBe(kept);
  // What may be absent is absent when it is empty.
  await type(screen.getByLabelText(m.web_workshop_field_turn()));
  expect(value("strike.uses.turn")).toBe(kept === "" ? undefined : kept);
});

test("letters in a field for numbers are no number, also where a number may be absent", async () => {
  const { value } = open(`${TEXT}strike.tokens = 1\nmay = ["strike"]\n`);
  const field = screen.getByLabelText<HTMLInputElement>(m.web_workshop_field_turn());
  vi.spyOn(field, "validity", "get").mockReturnValue({ badInput: true } as ValidityState);
  await fireEvent.input(field);
  expect(value("strike.uses.turn")).toBe("");
});

test("a name that was emptied is empty in the text, too", async () => {
  const { value } = open(
    `${TEXT}marker = { name = "totem", count = 3, placed = "one per turn" }\ncoins.totem = 2\n`,
  );
  const [name, marker] = screen.getAllByLabelText(m.web_workshop_field_name()) as [HTMLElement, HTMLElement];
  await fireEvent.input(name, { target: { value: "" } });
  expect(value("name")).toBe("");
  await fireEvent.input(marker, { target: { value: "" } });
  expect(value("marker")).toMatchObject({ name: "" });
  await fireEvent.input(marker, { target: { value: "Idol" } });
  expect(value("marker")).toMatchObject({ name: "idol" });
  expect(value("coins")).toEqual({ hill: 1, idol: 2 });
});

test("the number of a condition is told when it is none", async () => {
  const { value } = open(
    TEXT.replace("coins.hill = 1", 'coins.hill = { n = 1, when = "at most 4 regions" }'),
  );
  const regions = screen.getByLabelText(m.web_workshop_when_regions());
  await fireEvent.input(regions, { target: { value: "" } });
  expect(value("coins.hill")).toEqual({ n: 1, when: "at most N regions" });
  await fireEvent.input(screen.getByLabelText(m.web_workshop_when_regions()), { target: { value: "7" } });
  expect(value("coins.hill")).toEqual({ n: 1, when: "at most 7 regions" });
});

test("each field says itself what is wrong with it, and is marked", () => {
  const problem = { line: 5, text: "", entry: "gnomes", heading: 1 };
  open(`${TEXT}strike = { tokens = 9, uses.turn = 1 }\nmay = ["strike"]\n`, [
    { ...problem, key: "name", short: "No name." },
    { ...problem, key: "strike.tokens", short: "Nine is too much." },
    { ...problem, key: "coins.hill", short: "Eleven is too much." },
  ]);
  const wrong: [string, string][] = [
    [m.web_workshop_field_name(), "No name."],
    [m.web_workshop_field_tokens(), "Nine is too much."],
    [m.web_workshop_amount(), "Eleven is too much."],
  ];
  for (const [label, words] of wrong) {
    expect(screen.getByLabelText(label)).toBeInvalid();
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(words);
  }
  expect(screen.getByLabelText(m.web_workshop_field_turn())).toBeValid();
});

test("what the form says stays while the id changes", () => {
  open(TEXT.replace("race.gnomes", "race.gnomes_abc"), [
    { line: 3, text: "", entry: "gnomes", key: "tokens", short: "Six is too many.", heading: 1 },
  ]);
  expect(rows()[0]).toHaveTextContent("1 bonus coin");
  expect(screen.getByText("Six is too many.")).toBeVisible();
});

test("what is wrong is told at the field that it belongs to", () => {
  const problem = { line: 5, text: "Line 5, gnomes, coins.hill: no.", entry: "gnomes", heading: null };
  open(TEXT, [
    { ...problem, key: "coins.hill", short: "Eleven is too much." },
    { ...problem, key: "tokens", short: "Six is too many." },
    { ...problem, key: "garrison.most", short: "This has no row." },
    { ...problem, entry: "others", key: "tokens", short: "This is of another entry." },
  ]);
  const [row] = rows() as [HTMLElement];
  expect(row).toHaveTextContent("Eleven is too much.");
  expect(within(row).getByLabelText(m.web_workshop_amount())).toHaveAccessibleDescription(
    "Eleven is too much.",
  );
  expect(screen.getByLabelText(m.web_workshop_tokens())).toHaveAccessibleDescription("Six is too many.");
  expect(screen.getByText("This has no row.")).toBeVisible();
  expect(screen.queryByText("This is of another entry.")).toBeNull();
});

test("a race has tokens of its own, or borrows them", async () => {
  const { value } = open();
  await fireEvent.change(screen.getByLabelText(m.web_workshop_tokens_of()), { target: { value: "" } });
  expect([value("tokens_of"), value("tokens_in_box")]).toEqual([undefined, 15]);
  await fireEvent.input(screen.getByLabelText(m.web_workshop_tokens_in_box()), { target: { value: "18" } });
  expect(value("tokens_in_box")).toBe(18);
  await fireEvent.change(screen.getByLabelText(m.web_workshop_tokens_of()), { target: { value: "orcs" } });
  expect([value("tokens_of"), value("tokens_in_box")]).toEqual(["orcs", undefined]);
});

test("a race takes the place of one of the box, and gives it back", async () => {
  const { written, value } = open();
  await fireEvent.change(screen.getByLabelText(m.web_workshop_replaces()), { target: { value: "orcs" } });
  expect(written()).toContain("[race.orcs]");
  expect([value("replaces"), value("tokens_of"), value("name")]).toEqual([true, undefined, "Gnomes"]);
  await fireEvent.change(screen.getByLabelText(m.web_workshop_replaces()), { target: { value: "" } });
  expect(written()).toMatch(/^\[race\.gnomes_[a-z]{3}\]/);
  expect([value("replaces"), value("tokens_of")]).toEqual([undefined, "ratmen"]);
});

test("higher numbers are for files that leave the rulebook", async () => {
  const { written } = open();
  expect(screen.getByLabelText(m.web_workshop_tokens())).toHaveAttribute("max", "10");
  const tick = screen.getByLabelText(m.web_workshop_free({ banner: 12, badge: 7 }));
  await fireEvent.click(tick);
  expect(topValueOf(written(), "rulebook")).toBe(false);
  expect(screen.getByLabelText(m.web_workshop_tokens())).toHaveAttribute("max", "12");
});

test("an emblem is made of a symbol and a shape, and a race has a colour", async () => {
  const { value } = open();
  const pick = (name: string): Promise<boolean> =>
    fireEvent.click(screen.getByRole("radio", { name, hidden: true }));
  await pick(m.web_workshop_colour_moss());
  expect(value("colour")).toBe("moss");
  await pick(m.web_workshop_shape_sun());
  expect(value("emblem")).toEqual({ symbol: "fox", shape: "sun" });
  await pick(m.web_workshop_symbol_bee());
  expect(value("emblem")).toEqual({ symbol: "bee", shape: "sun" });
  const nothing = screen.getAllByRole("radio", { name: m.web_workshop_look_none(), hidden: true });
  for (const each of nothing) await fireEvent.click(each);
  expect([value("colour"), value("emblem")]).toEqual([undefined, undefined]);
});

test("what was unfolded stays so while the server judges what was chosen", async () => {
  const [entry] = entriesOf(TEXT);
  if (entry === undefined) throw new Error(TEXT);
  const props = { form: FORM, text: TEXT, entry, base: BASE, played: TOLD, onchange: vi.fn() };
  const { rerender } = render(TraitForm, { ...props, problems: [] });
  const details = screen.getByText(m.web_workshop_look()).closest("details") as HTMLDetailsElement;
  details.open = true;
  await fireEvent(details, new Event("toggle"));
  await rerender({ problems: [] });
  expect(details.open).toBe(true);
  details.open = false;
  await fireEvent(details, new Event("toggle"));
  const wrong = { line: 2, text: "", short: "No such colour.", entry: "gnomes", key: "colour", heading: 1 };
  await rerender({ problems: [wrong] });
  expect(details.open).toBe(true);
  expect(screen.getByText("No such colour.")).toBeVisible();
});

test("a power has an emblem but no colour", () => {
  open('[power.odd]\ntokens = 4\nemblem.symbol = "bee"\n');
  expect(screen.getByRole("radio", { name: m.web_workshop_symbol_bee(), hidden: true })).toBeChecked();
  expect(screen.queryByRole("radio", { name: m.web_workshop_colour_moss(), hidden: true })).toBeNull();
});

test("a value of a table inside of a table is written there", async () => {
  const { value } = open();
  await fireEvent.click(offered("strike"));
  await fireEvent.input(screen.getByLabelText(m.web_workshop_field_turn()), { target: { value: "3" } });
  expect(value("strike")).toEqual({ tokens: 1, uses: { turn: 3 } });
  await fireEvent.input(screen.getByLabelText(m.web_workshop_field_turn()), { target: { value: "" } });
  expect(value("strike")).toEqual({ tokens: 1 });
});
