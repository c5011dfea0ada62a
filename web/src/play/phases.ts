/**
 * What is said at each decision: the question, the words of its buttons, and what is asked back. A table of words and
 * nothing else: what may be answered, and what ends the turn, comes with the decision.
 */
import type { View } from "../api/kinds";
import { givenUpText } from "../narration/description";
import type { IconName } from "../pieces/icons";
import { markerWords, type MarkerWords } from "../words/markers";
import { m, told } from "../words/words";
import {
  actingOf,
  actingPowerName,
  actingRace,
  actingTokens,
  activeRace,
  declineOf,
  endsTurn,
  givesUp,
  handOf,
  may,
  scoreOf,
  type Situation,
} from "./situation";

export type Phase = View["phase"];

export interface Prompt {
  title: string;
  why: string;
  /** What ending the conquests costs, if it costs anything. */
  warning?: string | null;
}

/** What a button says, and what it says instead where the turn ends with it. */
export interface Label {
  label: string;
  atEnd?: string;
  icon?: IconName;
  /** Whether it is what most people want next. */
  isPrimary?: boolean;
}

/** What is asked back before something is done. */
export interface Question {
  text: string;
  yes: string;
}

interface PhaseWords {
  prompt: (situation: Situation) => Prompt;
  /** The button that sends what was laid out: this many pieces or regions. */
  send?: (situation: Situation, count: number) => Label;
  /** The same if nothing was, where that means to do without. */
  skip?: (situation: Situation) => Label;
  /** Answers by a word of the notation; in the order of their buttons. */
  answers?: Readonly<Record<string, () => Label>>;
  /** Before which of them something is asked that is said nowhere else. */
  questions?: Readonly<Record<string, (situation: Situation) => Question | null>>;
}

const isPlacing = ({ view }: Situation, marker: string): boolean => view.placing === marker;
const placedMarker = ({ view }: Situation): MarkerWords => markerWords(view.placing ?? "");
const endTurn = (): { atEnd: string } => ({ atEnd: m.web_play_do_end_turn() });

const WORDS: Partial<Record<Phase, PhaseWords>> = {
  pick: {
    prompt: () => ({ title: m.web_play_pick(), why: m.web_play_pick_why() }),
  },
  ready: {
    prompt: readyPrompt,
    send: (_, count) => ({
      label: count === 0 ? m.web_play_do_expand() : m.web_play_do_abandon({ count }),
    }),
    answers: { decline: () => ({ label: m.web_play_do_decline(), icon: "flag" }) },
    questions: {
      decline: (situation) => {
        const params = { ...activeRace(situation), coins: scoreOf(situation, "decline") };
        const ask =
          declineOf(situation)?.keeps_tokens === true
            ? m.web_play_sure_decline_whole
            : m.web_play_sure_decline;
        return { text: withConquests(situation, ask(params)), yes: m.web_play_yes_decline() };
      },
    },
  },
  conquer: {
    prompt: (situation) => ({
      title: conquestTitle(situation),
      why: conquestWhy(situation),
      warning: givenUpText(givesUp(situation, "end")),
    }),
    answers: {
      roll: () => ({ label: m.web_play_do_roll(), isPrimary: true }),
      dragon: () => ({ label: m.web_text_do_open_dragon() }),
      substitute: () => ({ label: m.web_text_do_open_substitute() }),
      pay: () => ({ label: m.web_text_do_open_pay() }),
      strike: () => ({ label: m.web_text_do_open_strike() }),
      end: () => ({ label: m.web_play_do_end(), ...endTurn() }),
    },
  },
  dragon: {
    prompt: (situation) => ({
      title: m.web_play_dragon(),
      why: m.web_play_dragon_why({ power: actingPowerName(situation) }),
    }),
  },
  substitute: {
    prompt: (situation) => ({
      title: m.web_play_substitute(),
      why: m.web_play_substitute_why(actingRace(situation)),
    }),
  },
  wave: {
    prompt: promptOfCatalogue,
    answers: {
      wave: () => ({ label: m.web_text_do_open_wave(), isPrimary: true }),
      done: () => ({ label: m.web_play_do_end(), ...endTurn() }),
    },
  },
  redeploy: {
    prompt: (situation) => ({ title: redeploymentTitle(situation), why: m.web_play_redeploy_why() }),
    send: () => ({ label: m.web_play_do_redeploy(), ...endTurn() }),
  },
  encamp: {
    prompt: (situation) => ({
      title: m.web_play_encamp(),
      why: m.web_play_encamp_why({ power: actingPowerName(situation) }),
    }),
    send: (_, count) => ({ label: m.web_play_do_encamp({ count }), ...endTurn() }),
    skip: () => ({ label: m.web_play_do_no_encamp(), atEnd: m.web_play_do_end_no_encamp() }),
  },
  fortify: {
    prompt: (situation) =>
      isPlacing(situation, "fortress")
        ? {
            title: m.web_play_fortify(),
            why: m.web_play_fortify_why({ power: actingPowerName(situation) }),
          }
        : { title: m.web_play_marker(placedMarker(situation)), why: m.web_play_marker_why() },
    send: (situation) => ({
      label: isPlacing(situation, "fortress") ? m.web_play_do_fortify() : m.web_play_do_marker(),
      ...endTurn(),
    }),
    skip: (situation) =>
      isPlacing(situation, "fortress")
        ? { label: m.web_play_do_no_fortify(), atEnd: m.web_play_do_end_no_fortify() }
        : { label: m.web_play_do_no_marker(), atEnd: m.web_play_do_end_no_marker() },
  },
  give_up: {
    prompt: (situation) => ({
      title: m.web_play_give_up({ ...actingRace(situation), left: situation.view.left }),
      why: m.web_play_give_up_why(),
    }),
    send: (_, count) => ({ label: m.web_play_do_give_up({ count }), ...endTurn() }),
  },
  station: {
    prompt: (situation) =>
      isPlacing(situation, "hero")
        ? {
            title: m.web_play_station({ left: situation.view.left }),
            why: m.web_play_station_why({ power: actingPowerName(situation) }),
          }
        : { title: m.web_play_markers(placedMarker(situation)), why: m.web_play_markers_why() },
    send: (situation, count) => ({
      label: isPlacing(situation, "hero") ? m.web_play_do_station({ count }) : m.web_play_do_markers(),
      ...endTurn(),
    }),
  },
  ally: {
    prompt: (situation) => ({
      title: m.web_play_ally(),
      why: m.web_play_ally_why({ power: actingPowerName(situation) }),
    }),
    answers: { done: () => ({ label: m.web_play_do_no_ally(), atEnd: m.web_play_do_end_no_ally() }) },
  },
  retire: {
    prompt: (situation) => ({
      title: m.web_play_retire(),
      why: m.web_play_retire_why({
        power: actingPowerName(situation),
        ...actingRace(situation),
      }),
    }),
    answers: {
      stay: () => ({ label: m.web_play_do_stay(), atEnd: m.web_play_do_end_stay(), isPrimary: true }),
      decline: () => ({ label: m.web_play_do_retire(), atEnd: m.web_play_do_end_retire(), icon: "flag" }),
    },
    questions: {
      decline: (situation) => {
        const ask =
          declineOf(situation)?.keeps_tokens === true ? m.web_play_sure_retire_whole : m.web_play_sure_retire;
        return {
          text: withConquests(situation, ask(activeRace(situation))),
          yes: m.web_play_yes_decline(),
        };
      },
    },
  },
  withdraw: {
    prompt: (situation) => ({
      title: withdrawalTitle(situation),
      why: m.web_play_withdraw_why(),
    }),
    send: () => ({ label: m.web_play_do_withdraw(), ...endTurn() }),
  },
  reencamp: {
    prompt: ({ view }) => ({
      title: m.web_play_reencamp({ left: view.left }),
      why: m.web_play_reencamp_why(),
    }),
    send: (_, count) => ({ label: m.web_play_do_reencamp({ count }), ...endTurn() }),
    skip: () => ({ label: m.web_play_do_no_reencamp(), atEnd: m.web_play_do_end_no_encamp() }),
  },
};

/** The words of a decision; one that has none of its own is asked in the words of the catalogue. */
export function wordsOf({ view: { phase } }: Situation): PhaseWords {
  return WORDS[phase] ?? { prompt: promptOfCatalogue };
}

/** What is asked before a decline, and that the race goes on conquering if it does. */
function withConquests(situation: Situation, question: string): string {
  return declineOf(situation)?.goes_on_conquering === true
    ? `${question} ${m.web_play_goes_on_conquering()}`
    : question;
}

function promptOfCatalogue({ view: { phase } }: Situation): Prompt {
  return { title: told(`prompt_${phase}`) ?? "", why: "" };
}

export function promptOf(situation: Situation): Prompt {
  return wordsOf(situation).prompt(situation);
}

/** What somebody else is doing. */
export function otherPrompt(view: View, names: readonly string[]): string {
  const player = names[view.to_move ?? view.seat] ?? "";
  return told(`web_play_other_${view.phase}`, { player }) ?? m.web_play_other_turn({ player });
}

function readyPrompt(situation: Situation): Prompt {
  const race = { ...actingRace(situation), tokens: handOf(situation) };
  if (actingOf(situation)?.in_decline === true) {
    return { title: m.web_play_ready_declined(race), why: m.web_play_ready_declined_why() };
  }
  if (!may(situation, "decline"))
    return { title: m.web_play_ready_later(race), why: m.web_play_ready_later_why() };
  return { title: m.web_play_ready(race), why: m.web_play_ready_why() };
}

function conquestTitle(situation: Situation): string {
  const tokens = handOf(situation);
  return m.web_play_conquer({ ...actingTokens(situation, tokens), tokens });
}

function redeploymentTitle(situation: Situation): string {
  const tokens = situation.decision.attack_only ?? 0;
  const race = actingRace(situation);
  return tokens === 0 ? m.web_play_redeploy(race) : m.web_play_redeploy_attack_only({ ...race, tokens });
}

function withdrawalTitle(situation: Situation): string {
  const { left } = situation.view;
  return m.web_play_withdraw({ ...actingTokens(situation, left), left });
}

function conquestWhy(situation: Situation): string {
  const { view, decision } = situation;
  const targets = decision.legal.filter((action) => action.region != null);
  if (view.die !== null) return m.web_play_conquer_rolled({ die: view.die });
  if (may(situation, "roll")) return m.web_play_conquer_roll({ power: actingPowerName(situation) });
  if (targets.length === 0) return noConquestWhy(situation);
  const risks = targets.filter((action) => action.chance != null).length;
  if (risks === targets.length) return m.web_play_conquer_risk();
  return risks > 0 ? m.web_play_conquer_why_risk() : m.web_play_conquer_why();
}

/** Says the same as the buttons: whether the turn ends, and what comes before it. */
function noConquestWhy(situation: Situation): string {
  if (endsTurn(situation, "end")) return m.web_play_conquer_none_end();
  return situation.decision.ending === undefined
    ? m.web_play_conquer_none()
    : m.web_play_conquer_none_finish();
}
