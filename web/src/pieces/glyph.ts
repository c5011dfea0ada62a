/** A shape for each seat, on a square of 24: who cannot tell the colours apart can tell these. */
export const GLYPHS: readonly string[] = [
  "M12 1.5a10.5 10.5 0 1 1 0 21 10.5 10.5 0 0 1 0-21Z",
  "M4.5 2.5h15a2 2 0 0 1 2 2v15a2 2 0 0 1-2 2h-15a2 2 0 0 1-2-2v-15a2 2 0 0 1 2-2Z",
  "M12-.8 24.8 12 12 24.8-.8 12Z",
  "M2.5 2.5q9.5-3 19 0v10q-1.5 7.5-9.5 11.5-8-4-9.5-11.5Z",
  "M12 5.2a5.8 5.8 0 1 1 6.8 6.8 5.8 5.8 0 1 1-6.8 6.8 5.8 5.8 0 1 1-6.8-6.8A5.8 5.8 0 1 1 12 5.2Z",
];

export function glyphOf(seat: number): string {
  return GLYPHS[seat % GLYPHS.length] ?? "";
}
