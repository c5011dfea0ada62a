/** What this device is called in the list of places where one is logged in: its browser and its system. */

const BROWSERS: readonly [string, RegExp][] = [
  ["Edge", /\bEdg/],
  ["Opera", /\bOPR\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /\b(Chrome|CriOS|HeadlessChrome)\//],
  ["Safari", /\bSafari\//],
];
const SYSTEMS: readonly [string, RegExp][] = [
  ["Android", /\bAndroid\b/],
  ["iOS", /\b(iPhone|iPad)\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["Linux", /\bLinux\b/],
];

export function deviceName(agent: string = navigator.userAgent): string {
  return [BROWSERS, SYSTEMS]
    .flatMap((known) => known.find(([, sign]) => sign.test(agent))?.[0] ?? [])
    .join(", ");
}
