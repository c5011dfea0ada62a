/** The talk at the command line: what was said, what came of it, and what happened meanwhile. */
import { untrack } from "svelte";
import type { Step } from "../../core/table/step";
import { Refusal } from "../../core/http/refusal";
import type { DecisionControl } from "../control.svelte";
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
import { codeInOwnWords } from "./ownWords";
import { UNKNOWN_VERB } from "../../words/refusals";
import { understood, type Question } from "./command";
import { Chronicle, logTexts } from "../../narration/chronicle.svelte";
import { contextOf, lastingContextOf } from "../../narration/context";
import { eventLines } from "../../narration/events";

type Texts = () => readonly string[];

/** Something that was said, with one line or several. */
export interface Utterance {
  id: number;
  kind: "said" | "answer" | "refusal" | "event";
  /** Worded when they are shown, so that they follow the language. */
  texts: Texts;
}

/** More than this nobody reads again; the log has everything. */
const MAX_UTTERANCES = 200;
const ABOUT_COSTS = new Set<Question>(["cost", "why", "regions"]);

export class Talk {
  readonly table: Table;
  readonly control: DecisionControl | null;
  /** The table as it may be told: several people at one device do not hear of each other's coins. */
  readonly scene: Scene;
  /** The whole game in words. */
  readonly chronicle = new Chronicle(() => contextOf(this.scene));
  utterances: readonly Utterance[] = $state.raw([]);
  isBusy = $state(false);
  private count = 0;
  /** What was typed is done one after the other. */
  private last: Promise<void> = Promise.resolve();

  constructor(table: Table, control: DecisionControl | null, scene: Scene = table) {
    this.table = table;
    this.control = control;
    this.scene = scene;
  }

  /** Answer a question, or carry out an action. */
  say(line: string): Promise<void> {
    this.last = this.last.then(() => this.obey(line));
    return this.last;
  }

  async act(...actions: readonly string[]): Promise<void> {
    const { control, table } = this;
    if (control !== null && !table.isCaughtUp) table.skip();
    if (control === null || control.situation === null) this.refuse(() => m.web_text_not_your_turn());
    else if (!control.isBusy) await this.send(() => control.act(...actions));
  }

  /** Send the answer as it is laid out. */
  async place(): Promise<void> {
    await this.act(...(this.control?.draftedActions ?? []));
  }

  async undo(): Promise<void> {
    const decision = this.table.head?.decision;
    if (!decision) {
      this.refuse(() => m.web_text_not_your_turn());
      return;
    }
    await this.send(async () => {
      const isDone = await this.table.try({ do: "undo", seat: decision.seat });
      if (isDone) this.reply(() => [m.web_text_undone()]);
      return isDone;
    });
  }

  async hint(): Promise<void> {
    this.reply(() => [m.web_text_hint_on_way()]);
    await this.send(async () => {
      const hints = await this.table.hints().catch((error: unknown) => {
        this.table.trouble = error as Error;
        return null;
      });
      const { moment } = this;
      if (hints !== null && moment !== null) this.reply(() => hintsAnswer(moment, hints));
      return hints !== null;
    });
  }

  /** Something was shown. */
  hear = (step: Step): void => {
    const context = lastingContextOf(this.scene);
    if (context !== null && step.events.length > 0) this.add("event", () => eventLines(context, step.events));
  };

  /** How the present question is answered, with an example; null if nothing is asked. */
  get how(): (() => string | null) | null {
    const { control } = this;
    if (!control?.situation) return null;
    const { phase } = control.situation.view;
    const example = control.draftedActions[0] ?? "";
    return () => told(`web_text_how_${phase}`, { example });
  }

  private async obey(line: string): Promise<void> {
    const said = understood(line);
    if (said.kind === "nothing") return;
    this.add("said", () => [line.trim()]);
    if (said.kind === "action") await this.act(said.text);
    else await this.answer(said.word, said.rest);
  }

  private async answer(word: Question, rest: string): Promise<void> {
    if (ABOUT_COSTS.has(word)) await this.control?.askCosts();
    const { moment } = this;
    if (word === "undo") await this.undo();
    else if (word === "hint") await this.hint();
    else if (word === "map") settings.set("textView", false);
    else if (word === "say") await this.aloud(rest);
    else if (moment !== null) this.reply(this.known(moment, word, rest));
  }

  /** The answer as of now, in whatever language it is read. */
  private known(moment: Moment, word: Question, rest: string): Texts {
    const { log } = this.table;
    const { how } = this;
    switch (word) {
      case "rules":
        return () => rulesAnswer(moment, rest);
      case "cost":
      case "why":
        return () => costAnswer(moment, rest);
      case "regions":
        return () => regionsAnswer(moment, rest);
      case "column":
        return () => columnAnswer(moment);
      case "players":
        return () => playersAnswer(moment);
      case "score":
        return () => scoreAnswer(moment);
      case "log":
        return () => logAnswer(logTexts(moment.context, log), rest);
      default:
        return () => helpAnswer(how?.() ?? null);
    }
  }

  private get moment(): Moment | null {
    const context = lastingContextOf(this.scene);
    const table = this.scene.shown;
    if (context === null || table === null) return null;
    const { decision } = this.table;
    return { context, table, decision, costs: decision === null ? [] : (this.control?.costs ?? []) };
  }

  private async aloud(text: string): Promise<void> {
    await this.send(async () => {
      const isSaid = await this.table.try({ do: "say", text, name: settings.choices.name });
      if (isSaid) this.reply(() => [m.web_text_said_aloud()]);
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
    this.refuse(() => trouble.message);
    if (trouble instanceof Refusal && trouble.code === UNKNOWN_VERB)
      this.reply(() => [m.web_text_command_more()]);
  }

  private reply(texts: Texts): void {
    this.add("answer", texts);
    announcer.say(heard(texts().join(" ")));
  }

  private refuse(text: () => string): void {
    this.add("refusal", () => [text()]);
    announcer.alert(heard(text()));
  }

  private add(kind: Utterance["kind"], texts: Texts): void {
    this.count += 1;
    const utterance = { id: this.count, kind, texts };
    this.utterances = untrack(() => [...this.utterances, utterance].slice(-MAX_UTTERANCES));
  }
}

/** A text as it is read aloud: what can be typed in the words of the language, without its backticks. */
const heard = (text: string): string => codeInOwnWords(text).replaceAll("`", "");
