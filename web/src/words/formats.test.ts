import { afterEach, expect, test, vi } from "vitest";
import { date, decimal, timeOfDay, whole } from "./formats";
import { inOrder } from "./phrases";
import { speak } from "./words";

afterEach(async () => {
  vi.restoreAllMocks();
  await speak("en");
});

/** Noon of a day in the time zone of whoever runs this. */
const NOON = new Date(2026, 10, 16, 12, 5).getTime() / 1000;

test("numbers and times follow the language", async () => {
  expect([decimal(2.5), date(NOON)]).toEqual(["2.5", "Nov 16, 2026"]);
  await speak("de");
  expect([decimal(2.5), date(NOON), timeOfDay(NOON)]).toEqual(["2,5", "16.11.2026", "12:05"]);
});

test("a negative number has a minus sign, and thousands are set apart", async () => {
  expect([decimal(-5), whole(137263)]).toEqual(["\u22125.0", "137,263"]);
  await speak("de");
  expect([decimal(-5), whole(137263)]).toEqual(["\u22125,0", "137.263"]);
});

test.each([
  ["en-GB", "16 Nov 2026", "17:14"],
  ["en-US", "Nov 16, 2026", "5:14 PM"],
  ["fr-FR", "Nov 16, 2026", "5:14 PM"],
])("English is written as in the country of the reader: %s", async (wished, day, time) => {
  vi.resetModules();
  vi.spyOn(navigator, "languages", "get").mockReturnValue([wished]);
  const formats = await import("./formats");
  const at = new Date(2026, 10, 16, 17, 14).getTime() / 1000;
  expect([formats.date(at), formats.timeOfDay(at).replace(/\s/u, " ")]).toEqual([day, time]);
});

test("the objects that format are made once", async () => {
  const use = (): void => {
    for (let at = 0; at < 3; at += 1) [decimal(at), date(at), timeOfDay(at), inOrder("a", "b")].join();
  };
  const makers = ["NumberFormat", "DateTimeFormat", "Collator"] as const;
  // A language that nothing here was formatted in before.
  await speak("xx");
  const made = makers.map((name) => vi.spyOn(Intl, name));
  use();
  const first = made.map(({ mock }) => mock.calls.length);
  use();
  expect(first).toEqual([1, 2, 1]);
  expect(made.map(({ mock }) => mock.calls.length)).toEqual(first);
});

/** As Chromium is to Icelandic: nothing but plurals is known of the language. */
async function inABrowserThatDoesNotKnow(code: string): Promise<void> {
  vi.resetModules();
  for (const kind of [Intl.NumberFormat, Intl.DateTimeFormat, Intl.RelativeTimeFormat, Intl.Collator]) {
    vi.spyOn(kind, "supportedLocalesOf").mockReturnValue([]);
  }
  const words = await import("./words");
  await words.speak(code);
}

test("a browser that does not know the language writes dates and numbers as its neighbours do", async () => {
  await inABrowserThatDoesNotKnow("en");
  const formats = await import("./formats");
  expect([formats.date(NOON), formats.timeOfDay(NOON)]).toEqual(["16.11.2026", "12:05"]);
  const numbers = vi.spyOn(Intl, "NumberFormat");
  formats.decimal(0.5);
  expect(numbers.mock.calls[0]?.[0]).toEqual(["en", "da"]);
  expect(new Intl.NumberFormat(["zxx", "da"]).format(1234.5)).toBe("1.234,5");
});

test("and says how long ago something was, and in which order names stand, in the words of the catalogue", async () => {
  await inABrowserThatDoesNotKnow("de");
  const { ago } = await import("./times");
  const phrases = await import("./phrases");
  const now = 1_000_000;
  expect([1, 200, 3_700, 90_000].map((passed) => ago(now - passed, now))).toEqual([
    "jetzt",
    "vor 3 Minuten",
    "vor 1 Stunde",
    "vor 1 Tag",
  ]);
  expect(["Zwerge", "Ärzte", "elben"].sort(phrases.inOrder)).toEqual(["Ärzte", "elben", "Zwerge"]);
});
