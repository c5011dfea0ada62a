import { expect, test } from "vitest";
import type { Form, LegalAction, View } from "../api/kinds";
import { choiceForm } from "../testing/forms";
import { player, view } from "../testing/scene";
import { buttonsOf } from "./buttons";
import { draftOf } from "./draft.svelte";
import type { Situation } from "./situation";

function situation(phase: View["phase"], texts: string[], form: Form | null = null): Situation {
  const legal = texts.map((text, id): LegalAction => {
    return { id, text, region: null, cost: null, chance: null, ends_turn: false, gives_up: 0 };
  });
  const score = { total: 0, parts: [], gives_up: 0 };
  return {
    decision: { seat: 0, legal, outlook: null, form, score, can_undo: false },
    view: view({ phase, players: [player(0), player(1)] }),
    box: { races: [], powers: [], maps: [] },
    names: ["Ann", "Bob"],
  };
}

const told = (given: Situation): string[] =>
  buttonsOf(given, draftOf(given.decision.form), null).map(
    ({ id, isPrimary }) => `${id}${isPrimary ? " !" : ""}`,
  );

test("what ends the conquests comes last, and first of all if nothing else is possible", () => {
  expect(told(situation("conquer", ["end", "roll", "dragon"]))).toEqual(["roll !", "dragon", "end"]);
  expect(told(situation("conquer", ["end"]))).toEqual(["end !"]);
});

test("who has no region left is not led to decline", () => {
  const form = choiceForm("abandon", [], { then: "expand" });
  expect(told(situation("ready", ["expand", "decline"], form))).toEqual([":confirm !", "decline"]);
});

test("an answer that has no words of its own still has its button", () => {
  expect(buttonsOf(situation("conquer", ["end", "whistle"]), null, null).map(({ label }) => label)).toContain(
    "whistle",
  );
});
