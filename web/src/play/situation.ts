/** What somebody has to decide, in one object: what may be done, on which table, with which pieces. */
import type { Context } from "../narration/context";
import type { Box, Decision, LegalAction, MapInfo, PlayerView, RaceView, View } from "../api/kinds";
import { Selection, type Draft } from "./draft.svelte";
import {
  comboWords,
  powerName,
  raceName,
  raceWords,
  type ComboWords,
  type CountedRaceWords,
  type RaceWords,
} from "../words/names";

export interface Situation extends Context {
  decision: Decision;
}

export function playerOf({ decision, view }: Situation): PlayerView | undefined {
  return view.players[decision.seat];
}

/** The race that acts: active, or one that goes on in decline. */
export function actingOf(situation: Situation): RaceView | null {
  const player = playerOf(situation);
  const races = [player?.active, ...(player?.declined ?? [])];
  return races.find((each) => each?.race === situation.view.acting_race) ?? player?.active ?? null;
}

/** The tokens that it can conquer with: those in hand, or that will be as soon as it expands. */
export function handOf(situation: Situation): number {
  return situation.decision.outlook?.tokens ?? actingOf(situation)?.hand ?? 0;
}

export function actingRace(situation: Situation): RaceWords {
  return raceWords(actingOf(situation)?.race ?? "", situation.box);
}

/** The same behind a number of its tokens. */
export function actingTokens(situation: Situation, count: number): CountedRaceWords {
  return raceWords(actingOf(situation)?.race ?? "", situation.box, count);
}

/** The race that can go in decline. */
export function activeRace(situation: Situation): RaceWords {
  return raceWords(playerOf(situation)?.active?.race ?? "", situation.box);
}

/** Whoever gives a special prompt: the power, or the race if it stands alone; an own race may give it as well. */
export function actingPowerName(situation: Situation): string {
  const acting = actingOf(situation);
  if (acting === null) return "";
  const { box } = situation;
  if (acting.power === null) return raceName(acting.race, box);
  const isOwn = box.races.some(({ id, is_own }) => id === acting.race && is_own);
  return isOwn ? comboWords(acting.power, acting.race, box).combo : powerName(acting.power, box);
}

/** A combo of the column by its place, which counts from 0. */
export function comboAt({ view, box }: Situation, slot: number): ComboWords {
  const { power = null, race = "" } = view.column[slot] ?? {};
  return comboWords(power, race, box);
}

/** Whether one may answer with this word. */
export function may({ decision }: Situation, text: string): boolean {
  return decision.legal.some((action) => action.text === text);
}

/** Whether one's turn ends with this decision, whatever one answers. */
export function isLast({ decision }: Situation): boolean {
  return decision.legal.length > 0 && decision.legal.every((action) => action.ends_turn === true);
}

/** Whether one's turn ends with this answer. */
export function endsTurn({ decision }: Situation, text: string): boolean {
  return decision.legal.some((action) => action.text === text && action.ends_turn === true);
}

/** How many regions must be given up if one answers with this word and conquers no more. */
export function givesUp({ decision }: Situation, text: string): number {
  return decision.legal.find((action) => action.text === text)?.gives_up ?? 0;
}

/** How many coins this answer brings at once. */
export function scoreOf({ decision }: Situation, text: string): number {
  return decision.legal.find((action) => action.text === text)?.coins ?? 0;
}

/** The answer that puts the active race in decline, with what becomes of the race then. */
export function declineOf({ decision }: Situation): LegalAction | undefined {
  return decision.legal.find((action) => action.text === "decline");
}

/** The legal actions that concern a region, by region. */
export function regionActions({ decision }: Situation): Map<number, LegalAction> {
  return byRegion(decision.legal);
}

/** What one may conquer right away instead of abandoning anything, by region. */
export function outlookOf({ decision }: Situation, draft: Draft | null): Map<number, LegalAction> {
  return byRegion(expandsAtOnce(draft) ? (decision.outlook?.legal ?? []) : []);
}

/** Whether the costs of the decision hold: they are known only as long as nothing is to be abandoned first. */
export function expandsAtOnce(draft: Draft | null): boolean {
  return !(draft instanceof Selection) || draft.chosen.size === 0;
}

function byRegion(actions: readonly LegalAction[]): Map<number, LegalAction> {
  return new Map(actions.flatMap((action) => (action.region == null ? [] : [[action.region, action]])));
}

/** The number behind the verb of a text such as `pick 3`, counted from 0. */
export function indexIn(text: string): number {
  return Number(text.split(" ")[1]) - 1;
}

export function mapOf(box: Box, view: View): MapInfo | undefined {
  return box.maps.find((map) => map.id === view.map);
}
