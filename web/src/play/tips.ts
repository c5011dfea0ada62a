/** Which sentence helps somebody who meets a kind of decision for the first time: `web_tip_` and this word. */
import { actingOf, mapOf, may, regionActions, type Situation } from "./situation";

/** From this game turn on a race may have grown old. */
const LATER_TURN = 3;

export function tipFor(situation: Situation): string | null {
  const { view } = situation;
  switch (view.phase) {
    case "pick":
    case "redeploy":
    case "withdraw":
      return view.phase;
    case "ready":
      return view.game_turn >= LATER_TURN && may(situation, "decline") ? "decline" : "ready";
    case "conquer":
      return conquestTip(situation);
    case "fortify":
      return view.placing === "fortress" ? "fortify" : "power";
    default:
      return "power";
  }
}

function conquestTip(situation: Situation): string | null {
  const targets = [...regionActions(situation).values()];
  if (situation.view.die !== null || may(situation, "roll")) return "power";
  if (targets.length === 0) return null;
  if (targets.every((action) => action.chance != null)) return "attempt";
  const held = actingOf(situation)?.regions ?? [];
  const grounds = mapOf(situation.box, situation.view)?.regions ?? [];
  const taken = targets.flatMap(({ region }) => grounds.filter(({ number }) => number === region));
  if (held.length === 0) return taken.every((ground) => ground.is_border) ? "enter" : "enter_anywhere";
  const isBeside = taken.every(({ neighbors }) => neighbors.some((region) => held.includes(region)));
  return isBeside ? "spread" : null;
}
