/** Which decisions are drafted first, how the draft begins, and the text that it becomes. */
import { labelOf } from "../narration/description";
import type { Event } from "../api/kinds";
import { filled, NOTHING, type Counts } from "./counts";
import { Choice, Spread, type Draft } from "./draft.svelte";
import { mapOf, regionActions, type Situation } from "./situation";

/** The draft of a decision, laid out as things stood before; null if it is answered by one tap. */
export function draftOf(situation: Situation, lately: readonly Event[]): Draft | null {
  const { view } = situation;
  switch (view.phase) {
    case "redeploy":
      return suggested(situation, standing(situation), standingBefore(lately), true);
    case "withdraw":
      return suggested(situation, standing(situation), NOTHING, true);
    case "encamp":
    case "reencamp":
      return suggested(situation, camps(situation), takenUp(situation, lately), false);
    case "ready":
      return new Choice([...regionActions(situation).keys()], null);
    case "give_up":
      return new Choice(situation.decision.places, view.left);
    case "station":
      return new Choice(situation.decision.places, view.left, [...takenUp(situation, lately).keys()]);
    case "fortify":
      return new Choice(situation.decision.places, null, [], 1);
    default:
      return null;
  }
}

/** What is sent for a draft: each entry is one command. */
export function textsOf(situation: Situation, draft: Draft): string[] {
  const { view } = situation;
  const label = (region: number): string => labelOf(situation, region);
  if (draft instanceof Choice) {
    const chosen = [...draft.chosen].sort((a, b) => a - b).map(label);
    switch (view.phase) {
      case "ready":
        return [...(chosen.length > 0 ? [`abandon ${chosen.join(" ")}`] : []), "expand"];
      case "fortify":
        return chosen.length > 0 ? [`fortify ${chosen.join(" ")}`] : ["done"];
      case "give_up":
        return [`leave ${chosen.join(" ")}`];
      default:
        return [`station ${chosen.join(" ")}`];
    }
  }
  if (view.phase === "redeploy") {
    return [
      `redeploy ${draft.regions.map((region) => `${label(region)}:${draft.countIn(region)}`).join(" ")}`,
    ];
  }
  const places = draft.regions.filter((region) => draft.addedTo(region) > 0);
  if (places.length === 0) return ["done"];
  const verb = view.phase === "withdraw" ? "withdraw" : "encamp";
  return [`${verb} ${places.map((region) => `${label(region)}:${draft.addedTo(region)}`).join(" ")}`];
}

/** Regions of a draft that lie beside somebody else's or at the edge of the map: where one looks first. */
export function frontier(situation: Situation, regions: readonly number[]): number[] {
  const { view, decision, box } = situation;
  const ground = mapOf(box, view)?.regions ?? [];
  return regions.filter((region) => {
    const info = ground[region - 1];
    if (info === undefined) return false;
    const held = info.neighbors.map((each) => view.regions[each - 1]?.owner ?? null);
    return info.is_border || held.some((owner) => owner !== null && owner !== decision.seat);
  });
}

/** As the tokens stood when they were gathered, region by region; empty if nothing tells it. */
export function standingBefore(lately: readonly Event[]): Counts {
  const gathered = lately.findLast((event) => event.code === "gathered");
  return new Map(gathered?.taken.map(({ region, tokens }) => [region, tokens]));
}

/** As things stood before, and the rest where others may come. */
function suggested(situation: Situation, there: Counts, before: Counts, isWhole: boolean): Spread {
  const draft = new Spread(there, situation.view.left, isWhole, before);
  const kept = new Map(draft.regions.map((region) => [region, draft.addedTo(region)]));
  const border = frontier(situation, draft.regions);
  const first = filled(there, kept, draft.total, border.length > 0 ? border : draft.regions);
  return new Spread(there, draft.total, isWhole, first);
}

function standing({ view, decision }: Situation): Counts {
  return new Map(decision.places.map((region) => [region, view.regions[region - 1]?.tokens ?? 0]));
}

function camps({ view, decision }: Situation): Counts {
  const marker = view.placing ?? "";
  return new Map(decision.places.map((region) => [region, view.regions[region - 1]?.markers[marker] ?? 0]));
}

/** Where the markers that are to be placed stood before. */
function takenUp({ view }: Situation, lately: readonly Event[]): Counts {
  const counts = new Map<number, number>();
  for (const event of lately) {
    if (event.code !== "marker_taken_up" || event.marker !== view.placing) continue;
    counts.set(event.region, (counts.get(event.region) ?? 0) + 1);
  }
  return counts;
}
