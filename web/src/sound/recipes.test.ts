import { expect, test } from "vitest";
import { lengthOf, noise, planOf, type Sound } from "./recipes";

const ALL: Sound[] = [
  "token",
  "conquest",
  "roll",
  "land",
  "coin",
  "decline",
  "pick",
  "undo",
  "refusal",
  "chat",
  "bell",
  "victory",
];

test.each(ALL)("%s is short, audible and swells before it fades", (sound) => {
  const voices = planOf(sound, 5);
  expect(voices.length).toBeGreaterThan(0);
  expect(lengthOf(voices)).toBeLessThanOrEqual(2);
  for (const voice of voices) {
    expect(voice.at).toBeGreaterThanOrEqual(0);
    expect(voice.rise).toBeGreaterThan(0);
    expect(voice.rise).toBeLessThan(voice.length);
    expect(voice.from).toBeGreaterThan(20);
    expect(voice.to).toBeGreaterThan(20);
    expect(Math.max(voice.from, voice.to)).toBeLessThan(12_000);
  }
});

test.each(ALL)("%s never clips, even if all its voices swell at the same instant", (sound) => {
  const voices = planOf(sound, 12);
  const loudest = voices.map(({ at }) =>
    voices
      .filter((voice) => voice.at <= at && at < voice.at + voice.length)
      .reduce((sum, voice) => sum + voice.loudness * (1 - (at - voice.at) / voice.length), 0),
  );
  expect(Math.max(...loudest)).toBeLessThan(1);
});

test("several coins are a run that rises, and many are not heard one by one", () => {
  const pitches = planOf("coin", 4)
    .filter((_, number) => number % 2 === 0)
    .map((voice) => voice.from);
  expect(pitches).toHaveLength(4);
  expect(pitches).toEqual([...pitches].sort((one, other) => one - other));
  expect(planOf("coin", 40)).toEqual(planOf("coin", 9));
});

test("a coin follows the one before at once, but never before it", () => {
  const starts = planOf("coin", 9).map((voice) => voice.at);
  expect(starts).toEqual([...starts].sort((one, other) => one - other));
  expect(lengthOf(planOf("coin", 9))).toBeLessThan(0.9);
});

test("noise is the same everywhere and stays within its bounds", () => {
  const made = noise(1000);
  expect(made).toEqual(noise(1000));
  expect(Math.max(...made)).toBeLessThanOrEqual(1);
  expect(Math.min(...made)).toBeGreaterThanOrEqual(-1);
  const mean = made.reduce((sum, sample) => sum + sample, 0) / made.length;
  expect(Math.abs(mean)).toBeLessThan(0.1);
});
