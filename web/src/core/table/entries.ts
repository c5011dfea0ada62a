/** Makes entries with whole states out of the messages of the server, in which only changes travel. */
import type { GameReplay, PatchUpdate, TableView } from "../../api/kinds";
import { patched, reconciled } from "./patches";
import type { Entry, EntryStep } from "./source";

/** The entry of a message, after the table as it was before it. Throws a `MisfitError` if it does not fit. */
export function entryOf(message: PatchUpdate, before: TableView): Entry {
  return {
    seq: message.seq,
    at: message.at,
    what: message.what,
    seat: message.seat ?? null,
    takesBack: message.takes_back ?? null,
    steps: isEmpty(message) ? [] : stepsOf(message, before),
    said: message.said ?? null,
    removed: message.removed ?? null,
  };
}

/** The table after an entry. */
export function stateAfter(entry: Entry, before: TableView): TableView {
  return entry.steps.at(-1)?.state ?? { ...before, seq: entry.seq };
}

/** The entries of a whole game, each with the table after it. */
export function entriesOf({ state, updates }: GameReplay): { entry: Entry; after: TableView }[] {
  let after = state;
  return updates.map((update) => {
    const entry = entryOf(update, after);
    after = stateAfter(entry, after);
    return { entry, after };
  });
}

/** Whether a whole state that came as a check differs from our own. */
export function differs(own: TableView, check: TableView): boolean {
  return reconciled(own, { ...check, agreement: own.agreement }) !== own;
}

/** Whether the message changes nothing at the table. */
function isEmpty({ steps = [], patch = {}, what }: PatchUpdate): boolean {
  const isChat = what === "said" || what === "removed";
  return isChat && steps.length === 0 && Object.keys(patch).length === 0;
}

function stepsOf({ seq, steps = [], patch = {} }: PatchUpdate, before: TableView): EntryStep[] {
  let { view } = before;
  const told: EntryStep[] = steps.map((step) => {
    view = view === null ? null : patched(view, step.patch ?? {});
    // What is to be decided is known when the whole entry is.
    return { text: step.text, events: step.events, state: { ...before, seq, view, decision: null } };
  });
  const state = { ...patched({ ...before, view }, patch), seq };
  const last = told.pop() ?? { text: null, events: [] };
  return [...told, { ...last, state }];
}
