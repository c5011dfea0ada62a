/** Refusals in words. */
import { markerWords } from "./markers";
import { told } from "./words";

/** The sentence of a refusal; null if there is none. Markers are named, what else it names is a word of the notation. */
export function refusalText(code: string, params: Readonly<Record<string, unknown>>): string | null {
  const { marker } = params;
  const named = Array.isArray(marker) ? { ...params, ...markerWords(...marker.map(String)) } : params;
  return told(`refusal_${code}`, named);
}
