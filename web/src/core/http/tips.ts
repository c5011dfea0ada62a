/** Requests about tips: how to play a combo with so many players. */
import type { NewTip, Tip, TipList } from "../../api/kinds";
import { language } from "../../words/words";
import { get, post, remove } from "./rest";

/** A combo of the box and a number of players. */
export type TipSubject = Pick<NewTip, "race" | "power" | "players">;

/** The best tips, those in the language of the page first. */
export function tipsFor({ race, power, players }: TipSubject): Promise<TipList> {
  const asked = new URLSearchParams({ race, power, players: String(players), language: language() });
  return get<TipList>(`/api/tips?${asked}`);
}

/** Write one's tip; it takes the place of an earlier one for the same combo and number of players. */
export const writeTip = (tip: NewTip): Promise<Tip> => post<Tip>("/api/tips", tip);

export const deleteTip = (tip: string): Promise<unknown> => remove(`/api/tips/${tip}`);

/** Say whether a tip is useful; null takes it back. */
export const voteOnTip = (tip: string, value: boolean | null): Promise<unknown> =>
  post(`/api/tips/${tip}/vote`, { value });

export const reportTip = (tip: string, reason: string): Promise<unknown> =>
  post(`/api/tips/${tip}/report`, { reason });
