/** Chooses the place: what the player wants, as far as there is a choice; without a connection, this device. */
import { settings } from "../../settings/settings.svelte";
import { device } from "../desk/device.svelte";
import { Unreachable } from "../http/refusal";
import { site } from "../site";
import type { Place } from "./place";
import { serverPlace } from "./serverPlace";

/** Whether one can choose between a server and this device. */
export function hasChoiceOfPlace(): boolean {
  return !site.isStatic && device.isOffered;
}

/** Whether new games are opened on this device. */
export function isPlayedHere(): boolean {
  return site.isStatic || (device.isOffered && settings.choices.place === "device");
}

/** Do something at the place that was chosen; if the server cannot be reached, here. */
export async function atPlace<Result>(
  work: (place: Place) => Promise<Result>,
  onHereInstead: () => void = () => undefined,
): Promise<Result> {
  if (isPlayedHere()) return work(await thisDevice());
  try {
    return await work(serverPlace);
  } catch (error) {
    if (!(error instanceof Unreachable) || !device.isOffered) throw error;
    const here = await thisDevice();
    onHereInstead();
    return work(here);
  }
}

/** Loaded only when it is wanted. */
async function thisDevice(): Promise<Place> {
  return (await import("./devicePlace")).devicePlace;
}
