import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Cost, Decision, Envelope, LegalAction, RegionView, TableView, View } from "../api/kinds";
import type { Listener, Transport } from "../core/table/transport";
import { settings } from "../settings/settings.svelte";
import { Table } from "../core/table/table.svelte";
import { event } from "../testing/events";
import { CONFIRM } from "./buttons";
import { Choice, Spread } from "./draft.svelte";
import { DecisionControl } from "./control.svelte";

class FakeTransport implements Transport {
  listener: Listener | null = null;
  sent: Envelope[] = [];

  open(listener: Listener): void {
    this.listener = listener;
  }

  send(envelope: Envelope): boolean {
    this.sent.push(envelope);
    return true;
  }

  renew(): void {
    // Nothing to renew.
  }

  close(): void {
    // Nothing to close.
  }

  /** The texts of the notation that went out. */
  get texts(): string[] {
    return this.sent.map(({ cmd }) => (cmd.do === "act" ? cmd.action : cmd.do));
  }
}

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
  const seat = { level: null, is_taken: true, is_taken_over: false, nonce: "" };
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
      costs: [],
      outlook: null,
      places: actions.flatMap((action) => action.region ?? []),
      score: { total: 3, parts: [], gives_up: 0 },
      can_undo: false,
      ...given,
    },
    view,
  } as unknown as TableView;
}

let transport: FakeTransport;
let table: Table;
let control: DecisionControl;

function ask(
  phase: View["phase"],
  actions: LegalAction[],
  given: Partial<View> = {},
  decision: Partial<Decision> = {},
): void {
  table.head = table.shown = tableView(viewOf(phase, given), actions, decision);
}

const labels = (): string[] => control.buttons.map((button) => button.label);

/** The server stores what was sent last, and tells the table as it is then. */
async function stored(seq: number, view: View, actions: LegalAction[]): Promise<void> {
  const id = transport.sent.at(-1)?.id ?? "";
  table.heard({ type: "ack", ack: id, seq });
  await Promise.resolve();
  table.head = table.shown = { ...tableView(view, actions), seq };
  flushSync();
  await new Promise((resolve) => setTimeout(resolve));
}

beforeEach(() => {
  transport = new FakeTransport();
  table = new Table("t", transport);
  control = new DecisionControl(table);
  const ground = { terrain: "hill", symbols: [], is_coastal: false };
  table.box = {
    races: [],
    powers: [],
    maps: [
      {
        id: "small",
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
});

afterEach(() => settings.set("confirmEnd", true));

describe("conquering", () => {
  it("marks what can be taken with its price, and a tap sends the text of the server", () => {
    const actions = legal("conquer 1", "conquer 4", "end");
    ask(
      "conquer",
      actions.map((action) => (action.region === 4 ? { ...action, chance: 0.5, cost: 6 } : action)),
    );
    expect(control.marks.targets.get(1)).toMatchObject({ action: "conquer 1", price: 2, tone: "take" });
    expect(control.marks.targets.get(4)).toMatchObject({ price: 6, chance: 0.5, tone: "risk" });
    control.pick(4);
    expect(transport.texts).toEqual(["conquer 4"]);
  });

  it("shows what is on its way, and lets nobody tap a second time", () => {
    ask("conquer", legal("conquer 1", "conquer 4", "end"));
    control.pick(1);
    control.pick(4);
    expect(control.marks.sending).toBe(1);
    expect(control.marks.targets.size).toBe(0);
    expect(transport.texts).toEqual(["conquer 1"]);
  });

  it("ignores a tap on what cannot be taken", () => {
    ask("conquer", legal("conquer 1", "end"));
    control.pick(3);
    expect(transport.sent).toEqual([]);
  });

  it("asks back before the conquests end while something could be taken", () => {
    ask("conquer", legal("conquer 1", "end"));
    control.press("end");
    expect(transport.sent).toEqual([]);
    expect(control.question?.text).toContain("4 tokens");
    control.answer(true);
    expect(transport.texts).toEqual(["end"]);
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
    control.press("end");
    expect(control.question?.text).toBe(
      `${loss} You have 4 tokens in hand and could still attack. End your conquests?`,
    );
  });

  it("does not ask if nothing can be taken, or if that was switched off", () => {
    ask("conquer", legal("end"));
    control.press("end");
    expect(transport.texts).toEqual(["end"]);
    settings.set("confirmEnd", false);
    const other = new DecisionControl(new Table("t", transport));
    other.table.head = other.table.shown = tableView(viewOf("conquer"), legal("conquer 1", "end"));
    other.press("end");
    expect(transport.texts).toEqual(["end", "end"]);
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
    table.heard({
      type: "nack",
      nack: transport.sent[0]?.id ?? "",
      code: "stale",
      params: {},
      reason: "",
      head: 11,
    });
    await new Promise((resolve) => setTimeout(resolve));
    expect(table.trouble).not.toBeNull();
    expect(control.isBusy).toBe(false);
    expect(control.marks.targets.has(1)).toBe(true);
  });
});

describe("redeploying", () => {
  beforeEach(() => {
    table.log = [
      {
        seq: 10,
        at: 0,
        what: "acted",
        seat: 0,
        events: [event("gathered", { taken: [{ region: 2, tokens: 3 }], tokens: 4 })],
      },
    ];
    ask("redeploy", legal("deploy 2", "deploy 3"), { left: 4 });
  });

  const spread = (): Spread => control.draft as Spread;

  it("begins as the tokens stood, with the rest where others may come", () => {
    expect([spread().countIn(2), spread().countIn(3), spread().left]).toEqual([4, 2, 0]);
    expect(control.marks.counts.get(2)).toBe(4);
  });

  it("begins so again when it was taken back", () => {
    const line = { at: 0, seat: 0, events: [] };
    table.log = [...table.log, { ...line, seq: 11, what: "acted" }, { ...line, seq: 12, what: "undone" }];
    ask("redeploy", legal("deploy 2", "deploy 3"), { left: 4 });
    expect(control.before).toEqual(new Map([[2, 3]]));
    expect(spread().countIn(2)).toBe(4);
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
    expect(transport.texts).toEqual(["redeploy 2:2 3:4"]);
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
    expect(control.laying).toBe(spread());
    control.spread();
    control.press(CONFIRM);
    expect(control.laying).toBeNull();
  });

  it("spreads evenly, strengthens the border and goes back to how it was", () => {
    control.spread();
    expect([spread().countIn(2), spread().countIn(3)]).toEqual([3, 3]);
    control.strengthen();
    expect([spread().countIn(2), spread().countIn(3)]).toEqual([1, 5]);
    control.asBefore();
    expect([spread().countIn(2), spread().countIn(3), spread().left]).toEqual([4, 1, 1]);
  });

  it("takes back the steps of the draft before it asks the server", () => {
    control.spread();
    control.strengthen();
    control.undo();
    expect([spread().countIn(2), spread().countIn(3)]).toEqual([3, 3]);
    control.undo();
    expect([spread().countIn(2), spread().countIn(3)]).toEqual([4, 2]);
    expect(transport.sent).toEqual([]);
  });

  it("takes back nothing of a draft that is on its way, nor changes it", () => {
    control.spread();
    control.press(CONFIRM);
    control.undo();
    control.strengthen();
    expect([spread().countIn(2), spread().countIn(3)]).toEqual([3, 3]);
    expect(transport.texts).toEqual(["redeploy 2:3 3:3"]);
  });

  it("takes back the question before the draft", () => {
    ask("redeploy", last("deploy 2", "deploy 3"), { left: 4 });
    control.spread();
    control.press(CONFIRM);
    control.undo();
    expect(control.question).toBeNull();
    expect([spread().countIn(2), spread().countIn(3)]).toEqual([3, 3]);
  });

  it("is called the end of the turn if it is that, and asks back", () => {
    expect(labels()).toEqual(["Redeploy like this"]);
    ask("redeploy", last("deploy 2", "deploy 3"), { left: 4 });
    expect(labels()).toEqual(["End turn"]);
    control.spread();
    control.press(CONFIRM);
    expect(control.question?.text).toContain("End your control?");
    control.answer(false);
    expect(transport.sent).toEqual([]);
    control.press(CONFIRM);
    control.answer(true);
    expect(transport.texts).toEqual(["redeploy 2:3 3:3"]);
  });

  it("forgets a question when something else is to be decided", () => {
    ask("conquer", legal("conquer 1", "end"));
    control.press("end");
    expect(control.question).not.toBeNull();
    ask("pick", legal("pick 1"), { game_turn: 3 });
    expect(control.question).toBeNull();
  });

  it("ends the turn at once if questions were switched off", () => {
    settings.set("confirmEnd", false);
    ask("redeploy", last("deploy 2", "deploy 3"), { left: 4 });
    control.spread();
    control.press(CONFIRM);
    expect(transport.texts).toEqual(["redeploy 2:3 3:3"]);
  });

  it("keeps the draft when something else changes at the table", () => {
    control.spread();
    const draft = spread();
    table.head = table.shown = {
      ...tableView(viewOf("redeploy", { left: 4 }), legal("deploy 2", "deploy 3")),
      seq: 11,
    };
    expect(spread()).toBe(draft);
  });
});

describe("other decisions", () => {
  it("takes a combo by a second tap, for its price", () => {
    const combo = { race: "orcs", power: "hill", coins: 0, price: 0, tokens: 9 };
    ask("pick", legal("pick 1", "pick 2"), { column: [combo, { ...combo, race: "elves", price: 1 }] });
    expect([...turn.pickable]).toEqual([0, 1]);
    control.pickCombo(1);
    expect(labels()).toEqual(["Take Hill Elves for 1 coin"]);
    expect(transport.sent).toEqual([]);
    control.pickCombo(1);
    expect(transport.texts).toEqual(["pick 2"]);
  });

  it("expands by one tap, and abandons the regions that were tapped before", async () => {
    ask("ready", legal("abandon 2", "abandon 3", "expand", "decline"));
    expect(labels()).toEqual(["Expand", "Go in decline"]);
    control.pick(3);
    control.pick(2);
    expect(labels()).toEqual(["Abandon 2 regions and expand"]);
    control.press(CONFIRM);
    expect(transport.texts).toEqual(["abandon 2 3"]);
    let isBusyBetween = false;
    control.allow = () => {
      isBusyBetween = control.isBusy;
      return null;
    };
    await stored(11, viewOf("ready"), legal("expand"));
    expect(transport.texts).toEqual(["abandon 2 3", "expand"]);
    expect(isBusyBetween).toBe(true);
  });

  it("expands and conquers by one tap, unless something is to be abandoned", async () => {
    const outlook = { legal: legal("conquer 1", "end"), costs: [] };
    ask("ready", legal("abandon 2", "abandon 3", "expand", "decline"), {}, { outlook });
    expect(control.marks.targets.get(1)).toMatchObject({ price: 2, tone: "take" });
    control.pick(3);
    expect(control.marks.targets.has(1)).toBe(false);
    control.pick(3);
    control.pick(1);
    expect(transport.texts).toEqual(["expand"]);
    await stored(11, viewOf("conquer"), legal("conquer 1", "end"));
    expect(transport.texts).toEqual(["expand", "conquer 1"]);
  });

  it("knows no prices while something is to be abandoned", () => {
    const outlook = { legal: legal("conquer 1", "end"), costs: [{ region: 1, total: 2 } as Cost] };
    ask("ready", legal("abandon 2", "abandon 3", "expand", "decline"), {}, { outlook });
    expect(control.costs.map((cost) => cost.region)).toEqual([1]);
    control.pick(3);
    expect(control.costs).toEqual([]);
    control.pick(3);
    expect(control.costs).toHaveLength(1);
  });

  it("asks back before a decline", () => {
    ask("ready", legal("abandon 2", "expand", "decline"));
    control.press("decline");
    expect(control.question?.text).toContain("Orcs");
    control.answer(true);
    expect(transport.texts).toEqual(["decline"]);
  });

  it("sends encampments as one text, and none as done", () => {
    ask("encamp", legal("encamp 2", "encamp 3", "done"), { left: 3, placing: "encampment" });
    expect(control.marks.markers.get(3)).toEqual({ encampment: 3 });
    control.press(CONFIRM);
    expect(transport.texts).toEqual(["encamp 3:3"]);
    const other = new DecisionControl(new Table("t", transport));
    other.table.head = other.table.shown = tableView(
      viewOf("encamp", { left: 3, placing: "encampment" }),
      legal("encamp 2", "encamp 3", "done"),
    );
    (other.draft as Spread).reset();
    other.press(CONFIRM);
    expect(transport.texts.at(-1)).toBe("done");
  });

  it("lets a victim say how many tokens are added where", () => {
    ask("withdraw", legal("withdraw 2", "withdraw 3"), { left: 3 });
    control.spread();
    control.press(CONFIRM);
    expect(transport.texts).toEqual(["withdraw 2:2 3:1"]);
  });

  it("chooses as many regions for heroes as there are heroes, the latest ones if too many", () => {
    ask("station", legal("station 1", "station 2"), { left: 2, placing: "hero" }, { places: [1, 2, 3] });
    const draft = control.draft as Choice;
    expect(draft.regions).toEqual([1, 2, 3]);
    for (const each of [1, 2, 3]) control.pick(each);
    expect(control.marks.markers.get(3)).toEqual({ hero: 1 });
    control.press(CONFIRM);
    expect(transport.texts).toEqual(["station 2 3"]);
  });

  it("names the regions that are left for good", () => {
    ask("give_up", legal("leave 2", "leave 3"), { left: 1 });
    expect(control.buttons[0]?.isReady).toBe(false);
    control.pick(3);
    control.press(CONFIRM);
    expect(transport.texts).toEqual(["leave 3"]);
  });

  it("builds one fortress where one tapped last, or none at all", () => {
    ask("fortify", legal("fortify 2", "fortify 3", "done"), { placing: "fortress" });
    expect(control.marks.targets.get(2)?.tone).toBe("place");
    expect(labels()).toEqual(["Build nothing this turn"]);
    control.pick(2);
    control.pick(3);
    expect(control.marks.markers.get(3)).toEqual({ fortress: 1 });
    expect(labels()).toEqual(["Build here"]);
    control.press(CONFIRM);
    expect(transport.texts).toEqual(["fortify 3"]);
  });

  it("says which answers end the control, and asks before each of them", () => {
    ask("fortify", last("fortify 2", "done"), { placing: "fortress" });
    expect(labels()).toEqual(["End turn without a fortress"]);
    control.pick(2);
    expect(labels()).toEqual(["End turn"]);
    ask("encamp", last("encamp 2", "done"), { left: 3, placing: "encampment" });
    expect(labels()).toEqual(["End turn"]);
    ask("ally", last("ally 2", "done"));
    expect(labels()).toEqual(["Peace with Bob, end turn", "End turn without peace"]);
    control.press("ally 2");
    expect(control.question).not.toBeNull();
    expect(transport.sent).toEqual([]);
    ask("retire", last("stay", "decline"));
    expect(labels()).toEqual(["Stay active, end turn", "Go in decline, end turn"]);
    ask("conquer", last("end"));
    expect(labels()).toEqual(["End turn"]);
  });

  it("calls possible allies by name", () => {
    ask("ally", legal("ally 2", "done"));
    expect(labels()).toEqual(["Peace with Bob", "Peace with nobody"]);
    control.press("ally 2");
    expect(transport.texts).toEqual(["ally 2"]);
  });

  it("lets a stout race stay or decline", () => {
    ask("retire", legal("stay", "decline"));
    expect(labels()).toEqual(["Stay active", "Go in decline now"]);
    control.press("decline");
    expect(transport.texts).toEqual(["decline"]);
  });

  it("goes back from the dragon by an undo", () => {
    ask("dragon", legal("dragon 4"), {}, { can_undo: true });
    expect(labels()).toEqual(["Back to the conquests"]);
    control.press(control.buttons[0]?.id ?? "");
    expect(transport.texts).toEqual(["undo"]);
  });
});

describe("several people at one device", () => {
  it("asks nothing before the one who decides has the device", () => {
    const shared = tableView(viewOf("conquer"), legal("conquer 1", "end"));
    table.head = table.shown = {
      ...shared,
      seats: shared.seats.map((seat) => ({ ...seat, is_yours: true })),
    };
    expect(control.passTo).toBe(0);
    expect(control.situation).toBeNull();
    control.take();
    expect(control.passTo).toBeNull();
    expect(control.situation).not.toBeNull();
  });
});
