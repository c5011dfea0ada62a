import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Box } from "../../api/kinds";
import { person } from "../../core/http/person.svelte";
import { creations } from "../../learn/workshop/creations.svelte";
import { TableDraft } from "./newTable.svelte";

describe("a table that is being planned", () => {
  beforeEach(() => {
    person.me = null;
    person.name = "Ann";
  });
  afterEach(() => {
    for (const { id } of creations.shelf) creations.remove(id);
  });

  it("waits for friends unless something else is said", () => {
    const draft = new TableDraft();
    expect(draft.free).toBe(2);
    expect(draft.plan).toMatchObject({ players: 3, computers: [], options: "", is_open: false, content: [] });
    expect(draft.names).toEqual(["Ann"]);
  });

  it("leaves out no race whose tokens are borrowed: it is out already", () => {
    const draft = new TableDraft();
    draft.leftOut = ["orcs", "ratmen"];
    draft.lent = ["ratmen"];
    expect(draft.plan.options).toBe("left_out=orcs");
  });

  it("seats the people of this device first and computers last", () => {
    const draft = new TableDraft();
    draft.players = 4;
    const [second, third, fourth] = draft.others;
    if (!second || !third || !fourth) throw new Error("There are three other seats");
    draft.take(second, "computer", "hard");
    draft.take(fourth, "here");
    fourth.name = "Bob";
    expect(draft.names).toEqual(["Ann", "Bob"]);
    expect(draft.plan.computers).toEqual(["hard"]);
    expect(draft.free).toBe(1);
  });

  it("gives somebody who plays here a name that nobody has yet", () => {
    const draft = new TableDraft();
    const [second] = draft.others;
    if (!second) throw new Error("There is another seat");
    draft.take(second, "here");
    expect(second.name).not.toBe("");
    expect(second.name).not.toBe("Ann");
  });

  it("is not open to strangers when nobody is waited for", () => {
    const draft = new TableDraft();
    draft.isOpen = true;
    for (const seat of draft.others) draft.take(seat, "computer", "easy");
    expect(draft.plan.is_open).toBe(false);
  });

  it("tells its options in the words of the notation", () => {
    const draft = new TableDraft();
    draft.flags.open_coins = true;
    draft.leftOut = ["orcs", "diplomat"];
    draft.first = 2;
    expect(draft.plan.options).toBe("open_coins left_out=orcs,diplomat first_player=P2");
    draft.first = 3;
    draft.players = 2;
    expect(draft.plan.options).toBe("open_coins left_out=orcs,diplomat");
  });

  it("tells days as the seconds of a turn", () => {
    const draft = new TableDraft();
    draft.clock = "days";
    draft.days = 3;
    expect(draft.plan.clock).toEqual({ kind: "turn", seconds: 259_200, increment: 0 });
  });

  it("is rated only among people with accounts, each on a device of their own", () => {
    const draft = new TableDraft();
    draft.wantsRating = true;
    expect(draft.plan.is_rated).toBe(false);
    person.me = { is_guest: false, ban: null, name: "Ann" } as typeof person.me;
    expect(draft.plan.is_rated).toBe(true);
    const [second] = draft.others;
    if (second) draft.take(second, "computer", "easy");
    expect(draft.plan.is_rated).toBe(false);
  });

  it("takes an own race, an own map and a pasted text together, each as a text of its own", () => {
    const draft = new TableDraft();
    const race = creations.put("Moles", "[race.moles]\ntokens = 5\n");
    const map = creations.put("island", '{"id": "island"}\n');
    creations.put("Newts", "[race.newts]\ntokens = 4\n");
    draft.chosen = [race.id, map.id];
    draft.pasted = ["[power.wet]\ntokens = 4\n", "", "[power.dry]\ntokens = 4\n"];
    expect(draft.plan.content).toHaveLength(4);
    expect(draft.plan.content).toEqual(
      expect.arrayContaining([
        race.text.trim(),
        map.text.trim(),
        "[power.wet]\ntokens = 4",
        "[power.dry]\ntokens = 4",
      ]),
    );
    expect(draft.isRatable).toBe(false);
    draft.chosen = [map.id];
    draft.pasted = [""];
    expect(draft.plan.content).toEqual([map.text.trim()]);
  });

  it("is played on the map that is added, and still on the one that is chosen later", () => {
    const draft = new TableDraft();
    const [island, coast] = [
      { id: "island", players: 2 },
      { id: "coast", players: 4 },
    ] as Box["maps"];
    if (!island || !coast) throw new Error("There are two maps");
    draft.takeNewMap([island]);
    expect(draft.plan).toMatchObject({ players: 2, map: "island" });
    draft.takeNewMap([island, coast]);
    expect(draft.plan).toMatchObject({ players: 4, map: "coast" });
    draft.players = 2;
    draft.map = "island";
    draft.takeNewMap([island, coast]);
    expect(draft.plan).toMatchObject({ players: 2, map: "island" });
  });
});
