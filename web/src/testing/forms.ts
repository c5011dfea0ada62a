/** Forms of decisions for tests, which name only what they are about. */
import type { ChoiceForm, SpreadForm } from "../api/kinds";

/** Pieces that go into empty regions, each of which can take all of them. */
export function spreadForm(
  verb: string,
  regions: number[],
  pieces: number,
  more: Partial<SpreadForm> = {},
): SpreadForm {
  return {
    kind: "spread",
    verb,
    regions,
    standing: regions.map(() => 0),
    pieces,
    room: regions.map(() => pieces),
    must_place_all: true,
    says_totals: false,
    none: null,
    exposed: [],
    before: [],
    suggestion: regions.map(() => 0),
    ...more,
  };
}

/** Any number of the regions. */
export function choiceForm(verb: string, regions: number[], more: Partial<ChoiceForm> = {}): ChoiceForm {
  const form = { verb, regions, min: 0, max: regions.length, none: null, then: null, suggestion: [] };
  return { kind: "choice", ...form, ...more };
}
