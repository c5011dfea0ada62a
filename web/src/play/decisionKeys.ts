/** What the keys do on the game screen while somebody decides. */
import { CONFIRM, type Button } from "./buttons";
import type { Turn } from "./decision.svelte";
import { m } from "../words/words";
import { announcer } from "../core/access/announcer.svelte";
import type { Doings } from "../core/access/keys.svelte";
import { labelOf } from "../narration/description";

/** In this order one of them goes on with the turn. */
const ONWARD = ["end", CONFIRM, "expand", "stay", "done"];

export function turnKeys(turn: Turn): Doings {
  return {
    primary: () => (turn.question === null ? pressOnward(turn) : turn.answer(true)),
    decline: () => pressIf(turn, "decline"),
    roll: () => pressIf(turn, "roll"),
    undo: () => turn.canUndo && turn.undo(),
    pick: ({ number }) => pickCombo(turn, number - 1),
    map: () => focusRegion('[tabindex="0"]'),
    next: ({ region }) => focusNext(turn, region ?? 0),
    more: ({ region }) => change(turn, region, 1),
    less: ({ region }) => change(turn, region, -1),
    close: () => close(turn),
  };
}

function pressOnward(turn: Turn): boolean {
  const ready = turn.buttons.filter((button) => button.isReady);
  const found = ONWARD.map((id) => ready.find((button) => button.id === id)).find(
    (each) => each !== undefined,
  );
  return press(turn, found);
}

function pressIf(turn: Turn, id: string): boolean {
  return press(
    turn,
    turn.buttons.find((button) => button.id === id),
  );
}

function press(turn: Turn, button: Button | undefined): boolean {
  if (button !== undefined) turn.press(button.id);
  return button !== undefined;
}

/** The first time it is looked at, the second time it is taken. */
function pickCombo(turn: Turn, slot: number): boolean {
  if (!turn.pickable.has(slot)) return false;
  const isTaken = turn.chosenSlot === slot;
  turn.pickCombo(slot);
  if (!isTaken) announcer.say(turn.buttons[0]?.label ?? "");
  return true;
}

function focusRegion(which: string): boolean {
  const found = document.querySelector<SVGElement>(`[data-region]${which}`);
  found?.focus();
  return found !== null;
}

/** Go to the next region that can be chosen, and from the last to the first. */
function focusNext(turn: Turn, from: number): boolean {
  const regions = [...turn.marks.targets.keys()].sort((a, b) => a - b);
  const next = regions.find((region) => region > from) ?? regions[0];
  return next !== undefined && focusRegion(`[data-region="${next}"]`);
}

function change(turn: Turn, region: number | null, by: 1 | -1): boolean {
  const { laying: draft, situation } = turn;
  if (draft === null || situation === null || region === null) return false;
  if (by === 1) draft.more(region);
  else draft.less(region);
  const { left } = draft;
  const count = draft.countIn(region);
  announcer.say(m.web_keys_count({ region: labelOf(situation, region), count, left }));
  return true;
}

function close(turn: Turn): boolean {
  if (turn.question !== null) turn.answer(false);
  else if (!turn.table.isCaughtUp) turn.table.skip();
  else return false;
  return true;
}
