/** What is marked on the board for a decision: where one may tap, and how a draft would leave things. */
import type { LegalAction } from "../api/kinds";
import { NO_MARKS, type Marks, type Target } from "../board/marks";
import { Selection, Spread, type Draft } from "./draft.svelte";
import { outlookOf, regionActions, type Situation } from "./situation";

export function marksOf(situation: Situation, draft: Draft | null): Marks {
  if (draft instanceof Spread) return spreadMarks(situation, draft);
  if (draft instanceof Selection) return choiceMarks(situation, draft);
  return { ...NO_MARKS, targets: conquests(regionActions(situation), situation) };
}

/** What may be conquered, with its price; what belongs to whoever decides is no call to take it. */
export function conquests(
  actions: ReadonlyMap<number, LegalAction>,
  situation: Situation | null = null,
): Map<number, Target> {
  const targets = new Map<number, Target>();
  for (const [region, { text, cost, chance }] of actions) {
    const owner = situation?.view.regions[region - 1]?.owner ?? null;
    const isOwn = owner !== null && owner === situation?.decision.seat;
    const tone = isOwn ? "own" : chance == null ? "take" : "risk";
    targets.set(region, { region, action: text, price: cost ?? null, chance: chance ?? null, tone });
  }
  return targets;
}

function drafted(regions: readonly number[], tone: Target["tone"]): Map<number, Target> {
  return new Map(
    regions.map((region) => [region, { region, action: null, price: null, chance: null, tone }]),
  );
}

function spreadMarks({ view }: Situation, draft: Spread): Marks {
  const hasPiece = draft.left > 0 || draft.source !== null;
  const marks = {
    ...NO_MARKS,
    targets: drafted(draft.regions, hasPiece ? "place" : "lift"),
    chosen: new Set(draft.source === null ? [] : [draft.source]),
  };
  if (view.placing === null) {
    return { ...marks, counts: new Map(draft.regions.map((region) => [region, draft.countIn(region)])) };
  }
  return {
    ...marks,
    markers: new Map(
      draft.regions.map((region) => [region, withMarker(view.placing, region, draft.countIn(region))]),
    ),
  };

  function withMarker(placing: string | null, region: number, count: number): Record<string, number> {
    return { ...view.regions[region - 1]?.markers, [placing ?? ""]: count };
  }
}

/** Regions that one may let go of are marked less than those that one must. */
function toneOf({ placing }: Situation["view"], { form }: Selection): Target["tone"] {
  if (placing !== null) return "place";
  return form.min === 0 ? "abandon" : "leave";
}

function choiceMarks(situation: Situation, draft: Selection): Marks {
  const { view } = situation;
  const { placing } = view;
  const targets = new Map([
    ...conquests(outlookOf(situation, draft), situation),
    ...drafted(draft.regions, toneOf(view, draft)),
  ]);
  const marks = { ...NO_MARKS, targets, chosen: draft.chosen };
  if (placing === null) return marks;
  const markers = [...draft.chosen].map(
    (region) => [region, { ...view.regions[region - 1]?.markers, [placing]: 1 }] as const,
  );
  return { ...marks, markers: new Map(markers) };
}
