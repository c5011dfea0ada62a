/** Refusals in words. */
import { ownWord } from "./commands";
import { markerWords } from "./markers";
import { m, told } from "./words";

/** The refusal of a word that begins no answer. */
export const UNKNOWN_VERB = "unknown_verb";

type Params = Readonly<Record<string, unknown>>;

/** A refusal inside another one, such as what is wrong in a line. */
export interface Detail {
  code: string;
  params: Params;
}

/**
 * The sentence of a refusal, with the nearest known word if there is one; null if there is no such refusal. Markers are
 * named, what else it names is a word of the notation.
 */
export function refusalText(code: string, params: Params): string | null {
  const named = { ...params, ...markersIn(params), ...problemsIn(params), ...verbsIn(code, params) };
  const sentence = told(`refusal_${code}`, named);
  const { nearest } = params;
  if (sentence === null || typeof nearest !== "string" || nearest === "") return sentence;
  return `${sentence} ${m.did_you_mean({ word: nearest })}`;
}

/** What is wrong inside; null if nothing is told. */
export function detailsOf({ details }: Params): readonly Detail[] | null {
  return Array.isArray(details) ? (details as Detail[]) : null;
}

function markersIn({ marker }: Params): Params {
  return Array.isArray(marker) ? { ...markerWords(...marker.map(String)) } : {};
}

/** What can be said instead, in the words of the language. */
function verbsIn(code: string, { known }: Params): Params {
  return code === UNKNOWN_VERB && Array.isArray(known) ? { known: known.map(String).map(ownWord) } : {};
}

/** The server tells it in English too, for programs. */
function problemsIn(params: Params): Params {
  const problems = detailsOf(params)?.map((detail) => refusalText(detail.code, detail.params) ?? detail.code);
  return problems === undefined ? {} : { problems, cause: problems.join(" ") };
}
