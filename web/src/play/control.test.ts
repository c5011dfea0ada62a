import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type {
  Box,
  Command,
  Cost,
  Decision,
  Event,
  LegalAction,
  RegionView,
  SpreadForm,
  TableView,
  View,
} from "../api/kinds";
import { Table } from "../core/table/table.svelte";
import { settings } from "../settings/settings.svelte";
import { event } from "../testing/events";
import { entry, FakeSource } from "../testing/fakeSource";
import { choiceForm, spreadForm } from "../testing/forms";
import { CONFIRM, FINISH } from "./buttons";
import { DecisionControl, HOLD_MS } from "./control.svelte";
import { Selection, Spread } from "./draft.svelte";

function region(number: number, given: Partial<RegionView> = {}): RegionView {
  const empty = { tokens: 0, race: null, owner: null, in_decline: false, lost_tribe: false, markers: {} };
  return { number, label: String(number), ...empty, ...given };
}

const held = (number: number, tokens = 1): RegionView => region(number, { tokens, race: "orcs", owner: 0 });

function viewOf(phase: View["phase"], given: Partial<View> = {}): View {
  const orcs = {
    race: "orcs",
    power: "hill",
    in_decline: false,
    regions: [2, 3],
    hand: 4,
    withdrawn: 0,
    displaced: 0,
  };
  return {
    map: "small",
    game_turn: 2,
    game_turns: 10,
    first_player: 0,
    seat: 0,
    to_move: 0,
    phase,
    acting_race: "orcs",
    players: [
      { seat: 0, name: "Ann", coins: 5, active: orcs, declined: [] },
      { seat: 1, name: "Bob", coins: null, active: null, declined: [] },
    ],
    regions: [region(1), held(2), held(3), region(4, { tokens: 1, race: "elves", owner: 1 })],
    column: [],
    unrevealed_banners: [],
    returned_banners: [],
    unrevealed_badges: [],
    discarded_badges: [],
    tray: {},
    peace: [],
    die: null,
    target: null,
    left: 0,
    placing: null,
    non_empty_conquests: 0,
    is_over: false,
    ...given,
  };
}

/** The same as the last of a turn. */
function last(...texts: string[]): LegalAction[] {
  return legal(...texts).map((action) => ({ ...action, ends_turn: true }));
}

/** Legal actions from their texts; a region is the number behind the verb. */
function legal(...texts: string[]): LegalAction[] {
  return texts.map((text, id) => {
    const [verb = "", word] = text.split(" ");
    const isRegion = word !== undefined && verb !== "pick" && verb !== "ally";
    return {
      id,
      text,
      region: isRegion ? Number(word) : null,
      cost: verb === "conquer" ? 2 : null,
      chance: null,
      ends_turn: false,
      gives_up: 0,
    };
  });
}

function tableView(view: View, actions: LegalAction[], given: Partial<Decision> = {}): TableView {
  const seat = { level: null, is_taken: true, is_taken_over: false, is_account: false, nonce: "" };
  return {
    table: "t",
    seq: 10,
    status: "running",
    agreement: null,
    seats: [
      { ...seat, name: "Ann", is_yours: true },
      { ...seat, name: "Bob", is_yours: false },
    ],
    decision: {
      seat: 0,
      legal: actions,
      outlook: null,
      form: null,
      score: { total: 3, parts: [], gives_up: 0 },
      can_undo: false,
      ...given,
    },
    view,
  } as unknown as TableView;
}

/** Four tokens are redeployed to regions 2 and 3, in each of which one stays; three came from region 2. */
const REDEPLOYMENT = spreadForm("redeploy", [2, 3], 4, {
  standing: [1, 1],
  says_totals: true,
  exposed: [3],
  before: [3, 0],
  suggestion: [3, 1],
});
/** Three encampments, as many as one likes. */
const ENCAMPMENT = spreadForm("encamp", [2, 3], 3, {
  must_place_all: false,
  none: "done",
  exposed: [3],
  suggestion: [0, 3],
});
const ABANDONMENT = choiceForm("abandon", [2, 3], { then: "expand" });
const FORTRESS = choiceForm("fortify", [2, 3], { max: 1, none: "done" });

const COST: Cost = { region: 1, total: 2, tokens: 4, parts: [], reasons: [], chance: null };

const ground = { terrain: "hill", symbols: [], is_coastal: false };
const BOX: Box = {
  races: [],
  powers: [],
  maps: [
    {
      id: "small",
      name: "small",
      players: 2,
      game_turns: 10,
      has_outlines: true,
      is_own: false,
      regions: [
        { ...ground, number: 1, label: "1", is_border: true, neighbors: [2] },
        { ...ground, number: 2, label: "2", is_border: false, neighbors: [1, 3] },
        { ...ground, number: 3, label: "3", is_border: false, neighbors: [2, 4] },
        { ...ground, number: 4, label: "4", is_border: true, neighbors: [3] },
      ],
    },
  ],
};

let source: FakeSource;
let table: Table;
let control: DecisionControl;

/** The table goes on with this decision. */
function ask(
  phase: View["phase"],
  actions: LegalAction[],
  given: Partial<View> = {},
  decision: Partial<Decision> = {},
): void {
  const state = tableView(viewOf(phase, given), actions, decision);
  table.onRestart({ ...state, seq: (table.head?.seq ?? 0) + 1 });
}

function askRedeployment(actions = legal("deploy 2", "deploy 3"), form: SpreadForm = REDEPLOYMENT): void {
  ask("redeploy", actions, { left: 4 }, { form });
}

function askReady(given: Partial<Decision> = {}): void {
  const actions = legal("abandon 2", "abandon 3", "expand", "decline");
  ask("ready", actions, {}, { form: ABANDONMENT, ...given });
}

const labels = (): string[] => control.buttons.map((button) => button.label);
const commands = (): Command[] => source.sent.map(({ command }) => command);

/** All that waits for an answer of the server goes on. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** The entry of what was sent last arrives; the table as it is after it. */
function arrive(state: TableView, events: readonly Event[] = [], what = "acted"): void {
  const seq = (table.head?.seq ?? 0) + 1;
  table.onEntry(entry(seq, state, events, { seat: 0, what }));
}

/** The same, and with it the command is done. */
async function done(state: TableView, what = "acted"): Promise<void> {
  arrive(state, [], what);
  source.sent.at(-1)?.resolve(table.head?.seq ?? 0);
  await settled();
}

beforeEach(async () => {
  source = new FakeSource(tableView(viewOf("conquer"), legal("conquer 1", "end")), { box: BOX });
  table = new Table(source);
  await table.open();
  control = new DecisionControl(table);
});

afterEach(() => {
  settings.set("confirmEnd", true);
  settings.set("confirmRoll", true);
  settings.set("confirmDecline", true);
  vi.useRealTimers();
});

describe("conquering", () => {
  it("marks what can be taken with its price, and a tap sends the text of the server", () => {
    const actions = legal("conquer 1", "conquer 4", "end");
    ask(
      "conquer",
      actions.map((action) => (action.region === 4 ? { ...action, chance: 0.5, cost: 6 } : action)),
    );
    expect(control.marks.targets.get(1)).toMatchObject({ action: "conquer 1", price: 2, tone: "take" });
    expect(control.marks.targets.get(4)).toMatchObject({ price: 6, chance: 0.5, tone: "risk" });
    control.pick(1);
    expect(source.answers).toEqual(["conquer 1"]);
  });

  it("asks before a roll that ends the conquests; a second tap on the region says yes", () => {
    const risky = legal("conquer 1", "conquer 4", "end").map((action) =>
      action.region === 4 ? { ...action, chance: 0.5, cost: 6 } : action,
    );
    ask("conquer", risky);
    control.pick(4);
    expect(source.sent).toEqual([]);
    expect(control.confirmation?.text).toMatch(/Attack region 4 with the die.*50%/);
    expect(control.confirmation?.silencer).toBe("confirmRoll");
    control.answer(false);
    expect(source.sent).toEqual([]);
    control.pick(4);
    control.pick(4);
    expect(source.answers).toEqual(["conquer 4"]);
  });

  it("rolls at once if that question was switched off", () => {
    settings.set("confirmRoll", false);
    ask("conquer", [{ ...(legal("conquer 4")[0] as LegalAction), chance: 0.5 }, ...legal("end")]);
    control.pick(4);
    expect(source.answers).toEqual(["conquer 4"]);
  });

  it("ends the conquests at once, as that can be undone", () => {
    ask("conquer", legal("conquer 1", "end"));
    control.press("end");
    expect(source.answers).toEqual(["end"]);
  });

  it("ends the turn in one step where the server says how, after a question", () => {
    const ending = ["end", "redeploy 2:3 3:2"];
    ask("conquer", legal("conquer 1", "end"), {}, { ending });
    expect(labels()).toEqual(["End conquests", "End turn"]);
    expect(control.buttons.map((button) => button.isPrimary)).toEqual([false, false]);
    ask("conquer", legal("end"), {}, { ending });
    expect(control.buttons.map((button) => button.isPrimary)).toEqual([false, true]);
    control.press(FINISH);
    expect(source.sent).toEqual([]);
    expect(control.confirmation?.text).toBe("End your turn without moving tokens? It cannot be taken back.");
    control.answer(true);
    expect(commands()).toEqual([{ do: "act", seat: 0, actions: ending }]);
  });

  it("where nothing can be conquered asks for what the buttons say", () => {
    ask("conquer", legal("end"));
    expect(control.prompt?.why).toContain("End your conquests to redeploy.");
    ask("conquer", legal("end"), {}, { ending: ["end", "redeploy 2:3 3:2"] });
    expect(control.prompt?.why).toContain("End your turn, or end your conquests to redeploy first.");
    ask("conquer", last("end"));
    expect(labels()).toEqual(["End turn"]);
    expect(control.prompt?.why).toMatch(/End your turn\.$/);
  });

  it("says what becomes of tokens in hand, if there are any, when the turn is ended in one step", () => {
    const ending = ["end", "redeploy 2:3 3:2"];
    ask("conquer", legal("end"), {}, { ending, ending_tokens: 2, attack_only: 4 });
    control.press(FINISH);
    expect(control.confirmation?.text).toMatch(/^4 tokens that only attack stay in your hand/);
    expect(control.confirmation?.text).toContain("The 2 in hand go where opponents could attack.");
  });

  it("shows what is on its way, and lets nobody tap a second time", () => {
    ask("conquer", legal("conquer 1", "conquer 4", "end"));
    control.pick(1);
    control.pick(4);
    expect(control.marks.sending).toBe(1);
    expect(control.marks.isWaiting).toBe(true);
    expect(control.marks.targets.size).toBe(2);
    expect(source.answers).toEqual(["conquer 1"]);
  });

  it("marks what is one's own already as no call to take it, but takes it when asked", () => {
    const own = region(4, { tokens: 1, race: "elves", owner: 0, in_decline: true });
    const regions = [region(1), held(2), held(3), own];
    ask("conquer", legal("conquer 1", "conquer 4", "end"), { regions });
    expect(control.marks.targets.get(1)?.tone).toBe("take");
    expect(control.marks.targets.get(4)).toMatchObject({ tone: "own", price: 2 });
    control.pick(4);
    expect(source.answers).toEqual(["conquer 4"]);
  });

  it("ignores a tap on what cannot be taken", () => {
    ask("conquer", legal("conquer 1", "end"));
    control.pick(3);
    expect(source.sent).toEqual([]);
  });

  it("says which price the end has if tokens that only attack leave, beside the button and when it asks back", () => {
    const loss = "At the end you must give up 2 regions: tokens that only attack go home.";
    const actions = legal("conquer 1", "end");
    ask("conquer", actions);
    expect(control.prompt?.warning).toBeNull();
    ask(
      "conquer",
      actions.map((action) => ({ ...action, gives_up: action.text === "end" ? 2 : 0 })),
    );
    expect(control.prompt?.warning).toBe(loss);
    ask("conquer", [{ ...(last("end")[0] as LegalAction), gives_up: 2 }]);
    control.press("end");
    expect(control.confirmation?.text).toBe(`${loss} End your turn? It cannot be taken back afterwards.`);
  });

  it("offers the die, the dragon and a replacement only when the server does", () => {
    ask("conquer", legal("conquer 1", "end", "roll", "dragon", "substitute"));
    expect(labels()).toEqual([
      "Roll the die",
      "Attack with the dragon",
      "Replace a lone token",
      "End conquests",
    ]);
    ask("conquer", legal("conquer 1", "end"));
    expect(labels()).toEqual(["End conquests"]);
  });

  it("keeps a refusal as trouble and lets one try again", async () => {
    ask("conquer", legal("conquer 1", "end"));
    control.pick(1);
    source.sent[0]?.reject(new Error("too late"));
    await settled();
    expect(table.trouble?.message).toBe("too late");
    expect(control.isBusy).toBe(false);
    expect(control.marks.targets.has(1)).toBe(true);
  });
});

describe("redeploying", () => {
  beforeEach(() => askRedeployment());

  const spread = (): Spread => control.draft as Spread;

  it("begins as the tokens stood, with the rest where others may come", () => {
    expect([spread().countIn(2), spread().countIn(3), spread().left]).toEqual([4, 2, 0]);
    expect(control.marks.counts.get(2)).toBe(4);
  });

  it("begins so again when it was taken back", () => {
    spread().reset();
    ask("conquer", legal("conquer 1", "end"));
    expect(control.draft).toBeNull();
    askRedeployment();
    expect(spread().before?.get(2)).toBe(3);
    expect([spread().countIn(2), spread().countIn(3), spread().left]).toEqual([4, 2, 0]);
    expect(control.canUndo).toBe(false);
  });

  it("is sent as one text that tells what stands in every region", () => {
    spread().reset();
    spread().tap(3);
    spread().tap(3);
    spread().tap(3);
    expect(labels()).toEqual(["1 more to place"]);
    expect(control.buttons[0]?.isReady).toBe(false);
    spread().tap(2);
    control.press(CONFIRM);
    expect(source.answers).toEqual(["redeploy 2:2 3:4"]);
  });

  it("moves a token by a tap on where it stands and a tap on where it goes", () => {
    control.pick(2);
    expect(control.marks.chosen.has(2)).toBe(true);
    control.pick(3);
    expect([spread().countIn(2), spread().countIn(3)]).toEqual([3, 3]);
  });

  it("moves a token by carrying it, as far as there are any that may go", () => {
    spread().reset();
    spread().more(2);
    spread().move(2, 3);
    expect([spread().countIn(2), spread().countIn(3)]).toEqual([1, 2]);
    spread().move(2, 3);
    spread().move(3, 1);
    expect([spread().countIn(2), spread().countIn(3)]).toEqual([1, 2]);
  });

  it("can be laid out on the board until it is on its way", () => {
    expect(control.spread).toBe(spread());
    spread().spread();
    control.press(CONFIRM);
    expect(control.spread).toBeNull();
    expect(spread()).toBeInstanceOf(Spread);
  });

  it("spreads evenly, strengthens where others may come and goes back to how it was", () => {
    spread().spread();
    expect([spread().countIn(2), spread().countIn(3)]).toEqual([3, 3]);
    spread().strengthen();
    expect([spread().countIn(2), spread().countIn(3)]).toEqual([1, 5]);
    spread().set(spread().before ?? new Map());
    expect([spread().countIn(2), spread().countIn(3), spread().left]).toEqual([4, 1, 1]);
  });

  it("never has more in a region than there is room, whichever way it is laid out", () => {
    askRedeployment(legal("deploy 2", "deploy 3"), { ...REDEPLOYMENT, room: [4, 2], suggestion: [1, 3] });
    const added = (): number[] => [spread().addedTo(2), spread().addedTo(3)];
    expect(added()).toEqual([1, 2]);
    spread().strengthen();
    expect(added()).toEqual([0, 2]);
    spread().reset();
    for (let taps = 0; taps < 4; taps += 1) control.pick(3);
    expect(added()).toEqual([0, 2]);
    control.pick(2);
    control.pick(2);
    control.pick(2);
    control.pick(3);
    expect(added()).toEqual([2, 2]);
  });

  it("takes back the steps of the draft before it asks the server", () => {
    spread().spread();
    spread().strengthen();
    control.undo();
    expect([spread().countIn(2), spread().countIn(3)]).toEqual([3, 3]);
    control.undo();
    expect([spread().countIn(2), spread().countIn(3)]).toEqual([4, 2]);
    expect(source.sent).toEqual([]);
  });

  it("takes back nothing of a draft that is on its way, nor changes it", () => {
    spread().spread();
    control.press(CONFIRM);
    control.undo();
    control.pick(2);
    expect([spread().countIn(2), spread().countIn(3)]).toEqual([3, 3]);
    expect(spread().source).toBeNull();
    expect(source.answers).toEqual(["redeploy 2:3 3:3"]);
  });

  it("takes back the question before the draft", () => {
    askRedeployment(last("deploy 2", "deploy 3"));
    spread().spread();
    control.press(CONFIRM);
    expect(control.confirmation).not.toBeNull();
    control.undo();
    expect(control.confirmation).toBeNull();
    expect([spread().countIn(2), spread().countIn(3)]).toEqual([3, 3]);
  });

  it("is called the end of the turn if it is that, and asks back", () => {
    expect(labels()).toEqual(["Redeploy like this"]);
    askRedeployment(last("deploy 2", "deploy 3"));
    expect(labels()).toEqual(["End turn"]);
    spread().spread();
    control.press(CONFIRM);
    expect(control.confirmation?.text).toContain("End your turn?");
    control.answer(false);
    expect(source.sent).toEqual([]);
    control.press(CONFIRM);
    control.answer(true);
    expect(source.answers).toEqual(["redeploy 2:3 3:3"]);
  });

  it("forgets a question when something else is to be decided", () => {
    ask("conquer", last("end"));
    control.press("end");
    expect(control.confirmation).not.toBeNull();
    ask("pick", legal("pick 1"), { game_turn: 3 });
    expect(control.confirmation).toBeNull();
  });

  it("ends the turn at once if questions were switched off", () => {
    settings.set("confirmEnd", false);
    askRedeployment(last("deploy 2", "deploy 3"));
    spread().spread();
    control.press(CONFIRM);
    expect(source.answers).toEqual(["redeploy 2:3 3:3"]);
  });

  it("marks regions as places for pieces only while there is a piece to place", () => {
    const tone = (): string | undefined => control.marks.targets.get(3)?.tone;
    expect(spread().left).toBe(0);
    expect(tone()).toBe("lift");
    control.pick(2);
    expect(tone()).toBe("place");
    control.pick(2);
    spread().less(2);
    expect(tone()).toBe("place");
  });

  it("says how many tokens only attack, if any do", () => {
    expect(control.prompt?.title).toBe("Redeploy your Orcs");
    ask("redeploy", legal("deploy 2", "deploy 3"), { left: 4 }, { form: REDEPLOYMENT, attack_only: 4 });
    expect(control.prompt?.title).toBe("Redeploy your Orcs; 4 tokens that only attack stay in hand");
  });

  it("keeps the draft when something else changes at the table", () => {
    spread().spread();
    const draft = spread();
    askRedeployment();
    expect(spread()).toBe(draft);
  });
});

describe("other decisions", () => {
  it("takes a combo by a second tap, for its price", () => {
    const combo = { race: "orcs", power: "hill", coins: 0, price: 0, tokens: 9 };
    ask("pick", legal("pick 1", "pick 2"), { column: [combo, { ...combo, race: "elves", price: 1 }] });
    expect([...control.pickable]).toEqual([0, 1]);
    control.pickCombo(1);
    expect(labels()).toEqual(["Take Hill Elves for 1 coin"]);
    expect(source.sent).toEqual([]);
    control.pickCombo(1);
    expect(source.answers).toEqual(["pick 2"]);
  });

  it("expands by one tap, and abandons the regions that were tapped before, all in one command", async () => {
    askReady();
    expect(labels()).toEqual(["Expand", "Go in decline"]);
    control.pick(3);
    control.pick(2);
    expect(labels()).toEqual(["Abandon 2 regions and expand"]);
    control.press(CONFIRM);
    expect(commands()).toEqual([{ do: "act", seat: 0, actions: ["abandon 2 3", "expand"] }]);
    expect(control.isBusy).toBe(true);
    await done(tableView(viewOf("conquer"), legal("conquer 1", "end")));
    expect(control.isBusy).toBe(false);
    expect(source.sent).toHaveLength(1);
  });

  it("says with how many tokens the turn begins", () => {
    askReady({ outlook: { legal: legal("conquer 1"), tokens: 3 } });
    expect(control.prompt?.title).toMatch(/: 3 tokens to conquer with$/);
    askReady({ outlook: { legal: legal("conquer 1"), tokens: 1 } });
    expect(control.prompt?.title).toMatch(/: 1 token to conquer with$/);
  });

  it("expands and conquers by one tap and one command, unless something is to be abandoned", () => {
    askReady({ outlook: { legal: legal("conquer 1", "end"), tokens: 3 } });
    expect(control.marks.targets.get(1)).toMatchObject({ price: 2, tone: "take" });
    control.pick(3);
    expect(control.marks.targets.has(1)).toBe(false);
    control.pick(3);
    control.pick(1);
    expect(commands()).toEqual([{ do: "act", seat: 0, actions: ["expand", "conquer 1"] }]);
    expect(control.marks.sending).toBe(1);
  });

  it("sends nothing of a command if anything speaks against one of its actions", () => {
    askReady({ outlook: { legal: legal("conquer 1", "end"), tokens: 3 } });
    control.allow = (actions) => (actions.includes("conquer 1") ? "another one" : null);
    control.pick(1);
    expect(source.sent).toEqual([]);
    expect(control.isBusy).toBe(false);
  });

  it("knows no prices while something is to be abandoned", async () => {
    askReady({ outlook: { legal: legal("conquer 1", "end"), tokens: 3 } });
    source.knownCosts = [COST];
    await control.askCosts();
    expect(control.costs).toEqual([COST]);
    control.pick(3);
    expect(control.costs).toEqual([]);
    control.pick(3);
    expect(control.costs).toEqual([COST]);
  });

  it("asks back before a decline, whatever is asked at the end of a turn, and tells what it brings", () => {
    settings.set("confirmEnd", false);
    const actions = legal("expand", "decline").map((action) =>
      action.text === "decline" ? { ...action, coins: 5 } : action,
    );
    ask("ready", actions, {}, { form: ABANDONMENT });
    control.press("decline");
    expect(control.confirmation?.text).toMatch(/Orcs.*5 coins/);
    expect(control.confirmation?.silencer).toBeNull();
  });

  it.each(["ready", "retire"] as const)("says what becomes of a race that goes in decline: %s", (phase) => {
    const question = (fate: Partial<LegalAction>): string => {
      const actions = legal("stay", "decline").map((action) =>
        action.text === "decline" ? { ...action, ...fate } : action,
      );
      ask(phase, actions);
      control.press("decline");
      const text = control.confirmation?.text ?? "";
      control.answer(false);
      return text;
    };
    expect(question({})).toMatch(/one token stays in each region/i);
    expect(question({})).not.toMatch(/conquering/);
    const whole = question({ keeps_tokens: true, goes_on_conquering: true });
    expect(whole).toMatch(/all tokens stay on the map/i);
    expect(whole).toMatch(/go on conquering/);
    expect(whole).not.toMatch(/one token/i);
  });

  it("sends a decline after a moment in which it can be taken back", () => {
    vi.useFakeTimers();
    settings.set("confirmDecline", false);
    askReady();
    control.press("decline");
    expect(control.held).toBe("decline");
    control.pick(2);
    control.press("expand");
    control.undo();
    expect(control.held).toBeNull();
    vi.advanceTimersByTime(HOLD_MS);
    expect(source.sent).toEqual([]);
    control.press("decline");
    vi.advanceTimersByTime(HOLD_MS);
    expect(source.answers).toEqual(["decline"]);
  });

  it("sends no decline when something else is to be decided by then", () => {
    vi.useFakeTimers();
    settings.set("confirmDecline", false);
    askReady();
    control.press("decline");
    ask("pick", legal("pick 1"), { game_turn: 3 });
    vi.advanceTimersByTime(HOLD_MS);
    expect(source.sent).toEqual([]);
  });

  it("sends encampments as one text, and none as done", async () => {
    const encamp = [viewOf("encamp", { left: 3, placing: "encampment" }), legal("encamp 2", "done")] as const;
    await done(tableView(...encamp, { form: ENCAMPMENT }));
    expect(control.marks.markers.get(3)).toEqual({ encampment: 3 });
    control.press(CONFIRM);
    await done(tableView(...encamp, { form: ENCAMPMENT }));
    (control.draft as Spread).reset();
    control.press(CONFIRM);
    expect(source.answers).toEqual(["encamp 3:3", "done"]);
  });

  it("lets a victim say how many tokens are added where", () => {
    const form = spreadForm("withdraw", [2, 3], 3, { standing: [1, 1] });
    ask("withdraw", legal("withdraw 2", "withdraw 3"), { left: 3 }, { form });
    expect(labels()).toEqual(["3 more to place"]);
    control.spread?.spread();
    control.press(CONFIRM);
    expect(source.answers).toEqual(["withdraw 2:2 3:1"]);
  });

  it("chooses as many regions for heroes as there are heroes, the latest ones if too many", () => {
    const form = choiceForm("station", [1, 2, 3], { min: 2, max: 2 });
    ask("station", legal("station 1", "station 2"), { left: 2, placing: "hero" }, { form });
    expect((control.draft as Selection).regions).toEqual([1, 2, 3]);
    for (const each of [1, 2, 3]) control.pick(each);
    expect(control.marks.markers.get(3)).toEqual({ hero: 1 });
    control.press(CONFIRM);
    expect(source.answers).toEqual(["station 2 3"]);
  });

  it("names the regions that are left for good", () => {
    const form = choiceForm("leave", [2, 3], { min: 1, max: 1 });
    ask("give_up", legal("leave 2", "leave 3"), { left: 1 }, { form });
    expect(control.buttons[0]?.isReady).toBe(false);
    control.pick(3);
    control.press(CONFIRM);
    expect(source.answers).toEqual(["leave 3"]);
  });

  it("builds one fortress where one tapped last, or none at all", () => {
    ask("fortify", legal("fortify 2", "fortify 3", "done"), { placing: "fortress" }, { form: FORTRESS });
    expect(control.marks.targets.get(2)?.tone).toBe("place");
    expect(labels()).toEqual(["Build nothing this turn"]);
    control.pick(2);
    control.pick(3);
    expect(control.marks.markers.get(3)).toEqual({ fortress: 1 });
    expect(labels()).toEqual(["Build here"]);
    control.press(CONFIRM);
    expect(source.answers).toEqual(["fortify 3"]);
  });

  it("says which answers end the turn, and asks before each of them", () => {
    ask("fortify", last("fortify 2", "done"), { placing: "fortress" }, { form: FORTRESS });
    expect(labels()).toEqual(["End turn without a fortress"]);
    control.pick(2);
    expect(labels()).toEqual(["End turn"]);
    ask("encamp", last("encamp 2", "done"), { left: 3, placing: "encampment" }, { form: ENCAMPMENT });
    expect(labels()).toEqual(["End turn"]);
    ask("ally", last("ally 2", "done"));
    expect(labels()).toEqual(["Peace with Bob, end turn", "End turn without peace"]);
    control.press("ally 2");
    expect(control.confirmation?.text).toMatch(/^Peace with Bob, end turn\?/);
    control.answer(false);
    control.press("done");
    expect(control.confirmation?.text).toMatch(/^End turn without peace\?/);
    control.answer(false);
    control.press("ally 2");
    expect(control.confirmation).not.toBeNull();
    expect(source.sent).toEqual([]);
    ask("retire", last("stay", "decline"));
    expect(labels()).toEqual(["Stay active, end turn", "Go in decline, end turn"]);
    ask("conquer", last("end"));
    expect(labels()).toEqual(["End turn"]);
  });

  it("calls possible allies by name", () => {
    ask("ally", legal("ally 2", "done"));
    expect(labels()).toEqual(["Peace with Bob", "Peace with nobody"]);
    control.press("ally 2");
    expect(source.answers).toEqual(["ally 2"]);
  });

  it("lets a stout race stay or decline", () => {
    ask("retire", legal("stay", "decline"));
    expect(labels()).toEqual(["Stay active", "Go in decline now"]);
    control.press("decline");
    expect(control.confirmation?.text).toContain("Put your Orcs in decline?");
  });

  it("goes back from the dragon by an undo", () => {
    ask("dragon", legal("dragon 4"), {}, { can_undo: true });
    expect(labels()).toEqual(["Back to the conquests"]);
    control.press(control.buttons[0]?.id ?? "");
    expect(commands()).toEqual([{ do: "undo", seat: 0 }]);
  });
});

describe("what is on its way", () => {
  const BOTH = legal("conquer 1", "conquer 4", "end");
  const conquered = event("conquered", { seat: 0, race: "orcs", region: 1, tokens: 2 });

  it("does not lose a tap while one's own conquest is still being shown", async () => {
    ask("conquer", BOTH);
    control.pick(1);
    arrive(tableView(viewOf("conquer"), legal("conquer 4", "end")), [conquered]);
    source.sent[0]?.resolve(12);
    await settled();
    expect(table.step?.events).toEqual([conquered]);
    control.pick(4);
    expect(source.answers).toEqual(["conquer 1", "conquer 4"]);
  });

  it("waits for the entry of one's own answer, whatever else happens meanwhile", () => {
    ask("conquer", BOTH);
    control.pick(1);
    const others = { seat: 1, what: "acted" };
    const noAnswer = { seat: 0, what: "pauseasked" };
    for (const more of [others, noAnswer]) {
      table.onEntry(entry((table.head?.seq ?? 0) + 1, tableView(viewOf("conquer"), BOTH), [], more));
    }
    expect(control.isBusy).toBe(true);
    control.pick(4);
    expect(source.answers).toEqual(["conquer 1"]);
  });

  it("takes back one step more for an undo that is asked for while one is on its way", async () => {
    const again = tableView(viewOf("conquer"), BOTH, { can_undo: true });
    await done(again);
    control.undo();
    control.undo();
    expect(commands()).toEqual([{ do: "undo", seat: 0 }]);
    await done(again, "undone");
    expect(source.sent).toHaveLength(2);
    await done(again, "undone");
    expect(source.sent).toHaveLength(2);
  });
});

describe("what regions cost", () => {
  beforeEach(() => {
    source.knownCosts = [COST];
    ask("conquer", legal("conquer 1", "end"));
  });

  it("is asked for once for each decision, and forgotten when something else is to be decided", async () => {
    const costs = vi.spyOn(source, "costs");
    expect(control.costs).toEqual([]);
    await Promise.all([control.askCosts(), control.askCosts()]);
    await control.askCosts();
    expect(costs).toHaveBeenCalledOnce();
    expect(control.costs).toEqual([COST]);
    ask("conquer", legal("conquer 4", "end"));
    expect(control.costs).toEqual([]);
    await control.askCosts();
    expect(costs).toHaveBeenCalledTimes(2);
    expect(control.costs).toEqual([COST]);
  });

  it("is not told for another decision if the answer comes late", async () => {
    const answers: ((costs: readonly Cost[]) => void)[] = [];
    vi.spyOn(source, "costs").mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    const early = control.askCosts();
    ask("conquer", legal("conquer 4", "end"));
    const late = control.askCosts();
    expect(control.costs).toEqual([]);
    answers[1]?.([{ ...COST, region: 4 }]);
    await late;
    answers[0]?.([COST]);
    await early;
    expect(control.costs.map(({ region: number }) => number)).toEqual([4]);
  });

  it("stays unknown if nobody can tell it", async () => {
    vi.spyOn(source, "costs").mockRejectedValue(new Error("too many questions"));
    await control.askCosts();
    expect(control.costs).toEqual([]);
    expect(table.trouble).toBeNull();
    expect(control.marks.targets.get(1)?.price).toBe(2);
  });
});

describe("several people at one device", () => {
  it("asks nothing before the one who decides has the device", () => {
    const shared = tableView(viewOf("conquer"), legal("conquer 1", "end"));
    table.onRestart({ ...shared, seats: shared.seats.map((seat) => ({ ...seat, is_yours: true })) });
    expect(control.passTo).toBe(0);
    expect(control.situation).toBeNull();
    control.take();
    expect(control.passTo).toBeNull();
    expect(control.situation).not.toBeNull();
  });
});
