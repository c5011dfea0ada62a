/** The talk at the command line: what was said, what came of it, and what happened meanwhile. */
import { untrack } from "svelte";
import type { LogLine } from "../../api/kinds";
import { Refusal } from "../../core/http/refusal";
import { textsOf } from "../drafting";
import type { Turn } from "../decision.svelte";
import { settings } from "../../settings/settings.svelte";
import type { Scene } from "../../core/table/scene";
import type { Table } from "../../core/table/table.svelte";
import { m, told } from "../../words/words";
import { announcer } from "../../core/access/announcer.svelte";
import {
  columnAnswer,
  costAnswer,
  helpAnswer,
  hintsAnswer,
  logAnswer,
  playersAnswer,
  regionsAnswer,
  rulesAnswer,
  scoreAnswer,
  type Moment,
} from "./answers";
import { understood, type Question } from "./command";
import { roomOf } from "../../narration/context";
import { eventLines } from "../../narration/events";

export interface Line {
  id: number;
  text: string;
  kind: "said" | "answer" | "refusal" | "event";
}

/** More than this nobody reads again; the log has everything. */
const KEPT = 200;
const UNKNOWN = "unknown_verb";

export class Talk {
  readonly table: Table;
  readonly turn: Turn | null;
  /** The table as it may be told: several people at one device do not hear of each other's coins. */
  readonly scene: Scene;
  lines: readonly Line[] = $state.raw([]);
  isBusy = $state(false);
  private count = 0;
  private heardUpTo: number;
  /** What was typed is done one after the other. */
  private last: Promise<void> = Promise.resolve();
  private expected = 0;
  private arrived: () => void = () => undefined;

  constructor(table: Table, turn: Turn | null, scene: Scene = table) {
    this.table = table;
    this.turn = turn;
    this.scene = scene;
    this.heardUpTo = table.shown?.seq ?? 0;
  }

  /** Answer a question, or carry out an action. */
  say(line: string): Promise<void> {
    this.last = this.last.then(() => this.obey(line));
    return this.last;
  }

  async act(text: string): Promise<void> {
    const { turn, table } = this;
    if (turn !== null && !table.isCaughtUp) table.skip();
    if (turn === null || turn.situation === null) this.refuse(m.web_text_not_your_turn());
    else if (!turn.isBusy) await this.send(() => turn.act(text));
  }

  /** Place pieces as they are laid out. */
  async place(): Promise<void> {
    const { turn } = this;
    if (!turn?.situation || turn.draft === null) return;
    for (const text of textsOf(turn.situation, turn.draft)) await this.act(text);
  }

  async undo(): Promise<void> {
    const decision = this.table.head?.decision;
    if (!decision) {
      this.refuse(m.web_text_not_your_turn());
      return;
    }
    await this.send(async () => {
      const seq = await this.table.send({ do: "undo", seat: decision.seat }).catch((error: unknown) => {
        this.table.trouble = error as Error;
        return null;
      });
      if (seq === null) return false;
      await this.arrival(seq);
      this.reply([m.web_text_undone()]);
      return true;
    });
  }

  async hint(): Promise<void> {
    this.reply([m.web_text_hint_on_way()]);
    await this.send(async () => {
      const hints = await this.table.hints().catch((error: unknown) => {
        this.table.trouble = error as Error;
        return null;
      });
      const { moment } = this;
      if (hints !== null && moment !== null) this.reply(hintsAnswer(moment, hints));
      return hints !== null;
    });
  }

  /** Add what has been shown since; to be called whenever the table goes on. */
  hear(): void {
    const { log, shown } = this.table;
    const room = roomOf(this.scene);
    const upTo = shown?.seq ?? 0;
    const news = log.filter((line) => line.seq > this.heardUpTo && line.seq <= upTo);
    this.heardUpTo = upTo;
    if (upTo >= this.expected) this.arrived();
    if (room !== null && news.length > 0) this.add("event", eventLines(room, eventsOf(news)));
  }

  /** How the present question is answered, with an example. */
  get how(): string | null {
    const { turn } = this;
    if (!turn?.situation) return null;
    const { situation, draft } = turn;
    const example = draft === null ? "" : (textsOf(situation, draft)[0] ?? "");
    return told(`web_text_how_${situation.view.phase}`, { example });
  }

  private async obey(line: string): Promise<void> {
    const said = understood(line);
    if (said.kind === "nothing") return;
    this.add("said", [line.trim()]);
    if (said.kind === "action") await this.act(said.text);
    else await this.answer(said.word, said.rest);
  }

  private async answer(word: Question, rest: string): Promise<void> {
    const moment = this.moment;
    if (word === "undo") await this.undo();
    else if (word === "hint") await this.hint();
    else if (word === "map") settings.set("textView", false);
    else if (word === "say") await this.aloud(rest);
    else if (moment !== null) this.reply(this.known(moment, word, rest));
  }

  private known(moment: Moment, word: Question, rest: string): string[] {
    switch (word) {
      case "rules":
        return rulesAnswer(moment, rest);
      case "cost":
      case "why":
        return costAnswer(moment, rest);
      case "regions":
        return regionsAnswer(moment, rest);
      case "column":
        return columnAnswer(moment);
      case "players":
        return playersAnswer(moment);
      case "score":
        return scoreAnswer(moment);
      case "log":
        return logAnswer(eventLines(moment.room, eventsOf(this.table.log)), rest);
      default:
        return helpAnswer(this.how);
    }
  }

  private get moment(): Moment | null {
    const room = roomOf(this.scene);
    const table = this.scene.shown;
    if (room === null || table === null) return null;
    const { decision } = this.table;
    return { room, table, decision, costs: decision === null ? [] : (this.turn?.costs ?? []) };
  }

  /** The answer comes before the table as it is then: wait for that too. */
  private arrival(seq: number): Promise<void> {
    if (this.heardUpTo >= seq) return Promise.resolve();
    this.expected = seq;
    return new Promise((resolve) => (this.arrived = resolve));
  }

  private async aloud(text: string): Promise<void> {
    await this.send(async () => {
      const isSaid = await this.table.try({ do: "say", text, name: settings.choices.name });
      if (isSaid) this.reply([m.web_text_said_aloud()]);
      return isSaid;
    });
  }

  /** Send something; why it was refused is told here, and not a second time elsewhere. */
  private async send(send: () => Promise<boolean>): Promise<void> {
    this.isBusy = true;
    const isDone = await send();
    this.isBusy = false;
    const { trouble } = this.table;
    if (isDone || trouble === null) return;
    this.table.trouble = null;
    this.refuse(trouble.message);
    if (trouble instanceof Refusal && trouble.code === UNKNOWN) this.reply([m.web_text_command_more()]);
  }

  private reply(lines: readonly string[]): void {
    this.add("answer", lines);
    announcer.say(lines.join(" ").replaceAll("`", ""));
  }

  private refuse(text: string): void {
    this.add("refusal", [text]);
    announcer.alert(text.replaceAll("`", ""));
  }

  private add(kind: Line["kind"], texts: readonly string[]): void {
    const lines = texts.map((text) => ({ id: (this.count += 1), text, kind }));
    this.lines = untrack(() => [...this.lines, ...lines].slice(-KEPT));
  }
}

function eventsOf(lines: readonly LogLine[]): LogLine["events"] {
  return lines.flatMap((line) => line.events);
}
