/** What can be told of a colour, which is written as #rrggbb. */

/** How light a colour is, from 0 to 1. */
export function lightness(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  return 0.2126 * (red ?? 0) ** 2.2 + 0.7152 * (green ?? 0) ** 2.2 + 0.0722 * (blue ?? 0) ** 2.2;
}

/** Black or white, whichever is read better on this colour. */
export function inkOn(colour: string): string {
  return lightness(colour) > 0.22 ? "#221a12" : "#fffaf0";
}
