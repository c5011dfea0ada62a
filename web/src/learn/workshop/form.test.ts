import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import type { Box } from "../../api/kinds";
import { capital } from "../../words/message";
import { m } from "../../words/words";
import { entriesOf, valueOf } from "./entries";
import TraitForm from "./TraitForm.svelte";

const TEXT = '[race.gnomes]\nname = "Gnomes"\ntokens = 6\ntokens_of = "ratmen"\ncoins.mine = 1\n';

const DRAGON = {
  name: "dragon",
  count: 1,
  placed: "dragon attack",
  defence: 0,
  immune: true,
  per_region: 1,
  where: [],
  guards: 0,
  company: false,
};
const BASE: Box = { races: [], powers: [], maps: [], markers: [DRAGON] };

function open(text = TEXT): { written: () => string; value: (key: string) => unknown } {
  const onchange = vi.fn<(text: string) => void>();
  const [entry] = entriesOf(text);
  if (entry === undefined) throw new Error(text);
  render(TraitForm, { text, entry, base: BASE, onchange });
  const written = (): string => onchange.mock.lastCall?.[0] ?? "";
  return { written, value: (key) => valueOf(written(), entriesOf(written())[0] ?? entry, key) };
}

test("the form shows what the text says", () => {
  open();
  expect(screen.getByLabelText(m.web_workshop_name())).toHaveValue("Gnomes");
  expect(screen.getByLabelText(m.web_workshop_tokens())).toHaveValue(6);
  expect(screen.getByLabelText(m.web_workshop_amount())).toHaveValue(1);
});

test("a tick is written as a word, and taken out again", async () => {
  const { value } = open();
  const tick = screen.getByLabelText(m.trait_may_make_peace());
  await fireEvent.click(tick);
  expect(value("may")).toEqual(["make peace"]);
  await fireEvent.click(tick);
  expect(value("may")).toBeUndefined();
});

test("who attacks with the dragon gets the dragon, and loses it with the attack", async () => {
  const { value } = open();
  const tick = screen.getByLabelText(m.trait_may_attack_with_the_dragon());
  await fireEvent.click(tick);
  expect(value("marker")).toEqual({ name: "dragon", immune: true, count: 1, placed: "dragon attack" });
  await fireEvent.click(tick);
  expect(value("marker")).toBeUndefined();
});

test("the dragon as a marker brings its attack along", async () => {
  const { value } = open();
  await fireEvent.change(screen.getByLabelText(m.web_workshop_marker()), { target: { value: "dragon" } });
  expect(value("may")).toEqual(["attack with the dragon"]);
  expect(value("marker")).toMatchObject({ name: "dragon" });
});

test("bonus coins can be added and removed", async () => {
  const { value, written } = open();
  await fireEvent.click(screen.getByRole("button", { name: new RegExp(`: ${m.web_workshop_coins()}$`) }));
  expect(value("coins.region")).toBe(1);
  const mine = m.web_workshop_amount_remove({ what: capital(m.symbol_mine()) });
  await fireEvent.click(screen.getByRole("button", { name: mine }));
  expect(written()).not.toContain("coins.mine");
});
