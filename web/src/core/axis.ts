/** Arithmetic of axes. */

/** Round numbers from 0 to at least the most, four to six of them. */
export function ticks(most: number): number[] {
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500].find((each) => most / each <= 5) ?? 1000;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step);
}

/** Places for labels that would like to be at these heights, but not closer to each other than a gap. */
export function apart(wishes: readonly number[], gap: number, top: number, bottom: number): number[] {
  const order = wishes
    .map((_, index) => index)
    .sort((one, other) => (wishes[one] ?? 0) - (wishes[other] ?? 0));
  const places = [...wishes];
  let lowest = top - gap;
  for (const index of order) lowest = places[index] = Math.max(wishes[index] ?? 0, lowest + gap);
  let highest = bottom + gap;
  for (const index of order.toReversed())
    highest = places[index] = Math.min(places[index] ?? 0, highest - gap);
  return places;
}
