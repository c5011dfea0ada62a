/** What the keys do on the game screen while somebody decides. */
import { CONFIRM, type Button } from "./buttons";
import type { DecisionControl } from "./control.svelte";
import { m } from "../words/words";
import { announcer } from "../core/access/announcer.svelte";
import type { Doings } from "../core/access/keys.svelte";
import { regionFirst } from "../narration/description";

/** In this order one of them goes on with the turn. */
const ONWARD = ["end", CONFIRM, "expand", "stay", "done"];

export function controlKeys(control: DecisionControl): Doings {
  return {
    primary: () => (control.confirmation === null ? pressOnward(control) : control.answer(true)),
    decline: () => pressIf(control, "decline"),
    roll: () => pressIf(control, "roll"),
    undo: () => control.canUndo && control.undo(),
    pick: ({ number }) => pickCombo(control, number - 1),
    map: () => focusRegion('[tabindex="0"]'),
    next: ({ region }) => focusNext(control, region ?? 0),
    more: ({ region }) => change(control, region, 1),
    less: ({ region }) => change(control, region, -1),
    close: () => close(control),
  };
}

function pressOnward(control: DecisionControl): boolean {
  const ready = control.buttons.filter((button) => button.isReady);
  const found = ONWARD.map((id) => ready.find((button) => button.id === id)).find(
    (each) => each !== undefined,
  );
  return press(control, found);
}

function pressIf(control: DecisionControl, id: string): boolean {
  return press(
    control,
    control.buttons.find((button) => button.id === id),
  );
}

function press(control: DecisionControl, button: Button | undefined): boolean {
  if (button !== undefined) control.press(button.id);
  return button !== undefined;
}

/** The first time it is looked at, the second time it is taken. */
function pickCombo(control: DecisionControl, slot: number): boolean {
  if (!control.pickable.has(slot)) return false;
  const isTaken = control.chosenSlot === slot;
  control.pickCombo(slot);
  if (!isTaken) announcer.say(control.buttons[0]?.label ?? "");
  return true;
}

function focusRegion(which: string): boolean {
  const found = document.querySelector<SVGElement>(`[data-region]${which}`);
  found?.focus();
  return found !== null;
}

/** Go to the next region that can be chosen, and from the last to the first. */
function focusNext(control: DecisionControl, from: number): boolean {
  const regions = [...control.marks.targets.keys()].sort((a, b) => a - b);
  const next = regions.find((region) => region > from) ?? regions[0];
  return next !== undefined && focusRegion(`[data-region="${next}"]`);
}

function change(control: DecisionControl, region: number | null, by: 1 | -1): boolean {
  const { spread: draft, situation } = control;
  if (draft === null || situation === null || region === null) return false;
  if (by === 1) draft.more(region);
  else draft.less(region);
  const { left } = draft;
  const count = draft.countIn(region);
  announcer.say(m.web_keys_count({ region: regionFirst(situation, region), count, left }));
  return true;
}

function close(control: DecisionControl): boolean {
  if (control.confirmation !== null) control.answer(false);
  else if (!control.table.isCaughtUp) control.table.skip();
  else return false;
  return true;
}
