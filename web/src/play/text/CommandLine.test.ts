import { cleanup, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { TableView } from "../../api/kinds";
import { Refusal } from "../../core/http/refusal";
import { Table } from "../../core/table/table.svelte";
import { event } from "../../testing/events";
import { FakeSource } from "../../testing/fakeSource";
import { line } from "../../testing/game";
import { seat, step, view } from "../../testing/scene";
import { m, speak } from "../../words/words";
import CommandLine from "./CommandLine.svelte";
import { Talk } from "./talk.svelte";

let talk: Talk;

beforeEach(async () => {
  const seats = [seat("Ann", { is_yours: true }), seat("Bramlo", { level: "expert" })];
  const state = { table: "t", seq: 1, seats, view: view(), decision: null } as unknown as TableView;
  const log = [line(1, [event("first_player", { seat: 1 })], "started", null)];
  const table = new Table(new FakeSource(state, { log }));
  await table.open();
  talk = new Talk(table, null);
});
afterEach(async () => {
  cleanup();
  await speak("en");
});

const shown = (): string =>
  screen.getByRole("region", { name: m.web_text_answer() }).textContent.replace(/\s+/g, " ");

async function inGerman(): Promise<string> {
  await speak("de");
  await waitFor(() => expect(shown()).not.toContain(" the "));
  return shown();
}

test("what was said and done at the command line is read in the language that is spoken", async () => {
  render(CommandLine, { talk, actions: [] });
  await talk.say("score");
  await talk.say("log");
  talk.hear(step([event("conquered", { seat: 1, race: "orcs", region: 2, tokens: 3 })], null, null));
  await talk.say("end");
  await waitFor(() => expect(shown()).toContain("conquers region 2 with 3 tokens of the Orcs."));
  expect(shown()).toContain("is the first player.");
  const german = await inGerman();
  expect(german).toContain("Bramlo beginnt.");
  expect(german).toContain("Bramlo erobert Region 2 mit 3 Plättchen der Orks.");
  expect(german).toContain("Du entscheidest gerade nicht.");
});

test("why something was refused is told in the language that is spoken", async () => {
  const { table } = talk;
  table.trouble = new Refusal({ code: "banned", params: { why: "-" }, reason: "" });
  expect(table.trouble.message).toBe("You may only look on here (reason: -).");
  await speak("de");
  expect(table.trouble.message).toBe("Du darfst hier nur zuschauen (Grund: -).");
});

test("the log is told as it was when somebody asked for it", async () => {
  render(CommandLine, { talk, actions: [] });
  await talk.say("log");
  await waitFor(() => expect(shown()).toContain("is the first player."));
  talk.table.log = [...talk.table.log, line(2, [event("game_over")])];
  await speak("de");
  await waitFor(() => expect(shown()).toContain("beginnt."));
  expect(shown()).not.toContain("vorbei");
});
