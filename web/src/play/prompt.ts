/** What is asked, and why: a title and a sentence for every decision. */
import { givenUpText } from "../narration/description";
import type { View } from "../api/kinds";
import { markerName } from "../words/names";
import { m, told } from "../words/words";
import { actingOf, actingPowerName, actingRaceName, givesUp, may, type Situation } from "./situation";

export interface Prompt {
  title: string;
  why: string;
  /** What ending the conquests costs, if it costs anything. */
  warning?: string | null;
}

export function promptOf(situation: Situation): Prompt {
  const { view } = situation;
  const race = actingRaceName(situation);
  const power = actingPowerName(situation);
  const { left } = view;
  switch (view.phase) {
    case "pick":
      return { title: m.web_play_pick(), why: m.web_play_pick_why() };
    case "ready":
      return readyPrompt(situation, race);
    case "conquer":
      return {
        title: m.web_play_conquer({ race, tokens: actingOf(situation)?.hand ?? 0 }),
        why: conquestOf(situation, power),
        warning: givenUpText(givesUp(situation, "end")),
      };
    case "dragon":
      return { title: m.web_play_dragon(), why: m.web_play_dragon_why({ power }) };
    case "substitute":
      return { title: m.web_play_substitute(), why: m.web_play_substitute_why({ race }) };
    case "redeploy":
      return { title: m.web_play_redeploy({ race }), why: m.web_play_redeploy_why() };
    case "encamp":
      return { title: m.web_play_encamp(), why: m.web_play_encamp_why({ power }) };
    case "fortify":
      return fortifyPrompt(view, power);
    case "give_up":
      return { title: m.web_play_give_up({ race, left }), why: m.web_play_give_up_why() };
    case "station":
      return stationPrompt(view, power);
    case "ally":
      return { title: m.web_play_ally(), why: m.web_play_ally_why({ power }) };
    case "retire":
      return { title: m.web_play_retire(), why: m.web_play_retire_why({ power, race }) };
    case "withdraw":
      return { title: m.web_play_withdraw({ race, left }), why: m.web_play_withdraw_why() };
    case "reencamp":
      return { title: m.web_play_reencamp({ left }), why: m.web_play_reencamp_why() };
    default:
      return { title: told(`prompt_${view.phase}`) ?? "", why: "" };
  }
}

/** What somebody else is doing. */
export function otherPrompt(view: View, names: readonly string[]): string {
  const seat = view.to_move ?? view.seat;
  const player = names[seat] ?? "";
  return told(`web_play_other_${view.phase}`, { player }) ?? m.web_play_other_turn({ player });
}

function readyPrompt(situation: Situation, race: string): Prompt {
  if (actingOf(situation)?.in_decline === true) {
    return { title: m.web_play_ready_declined({ race }), why: m.web_play_ready_declined_why() };
  }
  if (!may(situation, "decline"))
    return { title: m.web_play_ready_later({ race }), why: m.web_play_ready_later_why() };
  return { title: m.web_play_ready({ race }), why: m.web_play_ready_why() };
}

function conquestOf(situation: Situation, power: string): string {
  const { view, decision } = situation;
  const targets = decision.legal.filter((action) => action.region != null);
  if (view.die !== null) return m.web_play_conquer_rolled({ die: view.die });
  if (may(situation, "roll")) return m.web_play_conquer_roll({ power });
  if (targets.length === 0) return m.web_play_conquer_none();
  const risks = targets.filter((action) => action.chance != null).length;
  if (risks === targets.length) return m.web_play_conquer_risk();
  return risks > 0 ? m.web_play_conquer_why_risk() : m.web_play_conquer_why();
}

function fortifyPrompt({ placing }: View, power: string): Prompt {
  if (placing === "fortress") return { title: m.web_play_fortify(), why: m.web_play_fortify_why({ power }) };
  return { title: m.web_play_marker({ marker: markerName(placing ?? "") }), why: m.web_play_marker_why() };
}

function stationPrompt({ placing, left }: View, power: string): Prompt {
  if (placing === "hero")
    return { title: m.web_play_station({ left }), why: m.web_play_station_why({ power }) };
  return { title: m.web_play_markers({ marker: markerName(placing ?? "") }), why: m.web_play_markers_why() };
}
