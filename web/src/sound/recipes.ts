/**
 * What the sounds are made of: a few short voices each, told as numbers. Knocks of wood and cardboard are low tones that
 * fall quickly under a breath of filtered noise; metal is a pair of high tones that do not quite agree.
 */

export type Sound =
  | "token"
  | "conquest"
  | "roll"
  | "land"
  | "coin"
  | "decline"
  | "pick"
  | "undo"
  | "refusal"
  | "chat"
  | "bell"
  | "victory";

/** One tone, or one breath of noise. Times are in seconds, pitches in hertz. */
export interface Voice {
  at: number;
  length: number;
  /** How long it takes to be at its loudest; what is left of its length it fades. */
  rise: number;
  loudness: number;
  wave: "sine" | "triangle" | "noise";
  /** The pitch it begins and ends with; for noise, the middle of the band that is heard. */
  from: number;
  to: number;
  /** How narrow the band of a noise is. */
  focus: number;
}

/** No more coins than this are heard one by one. */
const MAX_COINS = 9;
const BREATH = { wave: "noise", rise: 0.002, focus: 1.2 } as const;
const TONE = { rise: 0.003, focus: 1 } as const;

function knock(at: number, pitch: number, loudness: number): Voice[] {
  return [
    { ...TONE, at, length: 0.09, loudness, wave: "triangle", from: pitch * 1.6, to: pitch },
    { ...BREATH, at, length: 0.045, loudness: loudness * 0.8, from: pitch * 9, to: pitch * 5 },
  ];
}

function ring(at: number, pitch: number, length: number, loudness: number): Voice[] {
  return [
    { ...TONE, at, length, loudness, wave: "sine", from: pitch, to: pitch },
    {
      ...TONE,
      at,
      length: length * 0.6,
      loudness: loudness * 0.45,
      wave: "sine",
      from: pitch * 2.76,
      to: pitch * 2.76,
    },
  ];
}

function hum(at: number, pitch: number, length: number, loudness: number): Voice {
  return { at, length, rise: 0.02, loudness, wave: "triangle", from: pitch, to: pitch, focus: 1 };
}

/** One after the other, each a little higher and closer to the one before. */
function coins(count: number): Voice[] {
  const heard = Math.max(1, Math.min(MAX_COINS, count));
  const starts = Array.from(
    { length: heard },
    (_, number) => 0.075 * number - 0.0025 * number * (number - 1) * 0.5,
  );
  return starts.flatMap((at, number) => ring(at, 1480 * 2 ** (number / 12), 0.22, 0.16));
}

/** Knocks that come ever closer, as a die does that is about to lie still. */
function roll(): Voice[] {
  const starts = [0, 0.12, 0.22, 0.3, 0.36, 0.405, 0.44];
  const pitches = [260, 310, 240, 330, 270, 300, 250];
  return starts.flatMap((at, number) => knock(at, pitches[number] ?? 260, 0.2 - 0.012 * number));
}

const PLANS: Record<Sound, (count: number) => Voice[]> = {
  token: (count) =>
    Array.from({ length: Math.max(1, Math.min(4, count)) }, (_, number) =>
      knock(0.055 * number, 210 - 8 * number, 0.26),
    ).flat(),
  conquest: () => [
    ...knock(0, 120, 0.4),
    ...knock(0.07, 165, 0.3),
    { ...BREATH, at: 0.02, length: 0.22, loudness: 0.16, from: 900, to: 260, focus: 0.7 },
  ],
  roll,
  land: () => [...knock(0, 190, 0.36), ...knock(0.05, 230, 0.16)],
  coin: coins,
  decline: () => [
    { ...TONE, at: 0, length: 0.5, rise: 0.03, loudness: 0.2, wave: "triangle", from: 330, to: 196 },
    { ...TONE, at: 0.16, length: 0.6, rise: 0.03, loudness: 0.18, wave: "triangle", from: 247, to: 147 },
    { ...BREATH, at: 0, length: 0.7, rise: 0.15, loudness: 0.06, from: 700, to: 200, focus: 0.6 },
  ],
  pick: () => [
    { ...BREATH, at: 0, length: 0.12, rise: 0.03, loudness: 0.12, from: 1200, to: 2600, focus: 0.9 },
    ...knock(0.1, 240, 0.28),
    hum(0.12, 392, 0.25, 0.1),
    hum(0.2, 523, 0.3, 0.1),
  ],
  undo: () => [
    { ...BREATH, at: 0, length: 0.14, rise: 0.04, loudness: 0.12, from: 2400, to: 900, focus: 0.9 },
    ...knock(0.11, 200, 0.2),
  ],
  refusal: () => [...knock(0, 110, 0.3), ...knock(0.12, 92, 0.3)],
  chat: () => [...ring(0, 880, 0.16, 0.12), ...ring(0.08, 1175, 0.2, 0.12)],
  bell: () => [...ring(0, 659, 1.1, 0.24), ...ring(0.22, 880, 1.4, 0.24)],
  victory: () => [
    ...[392, 494, 587, 784].flatMap((pitch, number) => [
      hum(0.13 * number, pitch, 0.5, 0.18),
      ...knock(0.13 * number, pitch / 3, 0.14),
    ]),
    ...[392, 587, 784, 988].map((pitch) => hum(0.56, pitch, 1.3, 0.12)),
    ...ring(0.56, 1568, 1.2, 0.06),
  ],
};

/** The voices of a sound; coins and tokens may be several. */
export function planOf(sound: Sound, count = 1): Voice[] {
  return PLANS[sound](count);
}

/** Seconds until the last voice is silent. */
export function lengthOf(voices: readonly Voice[]): number {
  return Math.max(0, ...voices.map((voice) => voice.at + voice.length));
}

/** Samples of noise between -1 and 1, the same ones on every machine. */
export function noise(samples: number): Float32Array<ArrayBuffer> {
  const made = new Float32Array(samples);
  let seed = 20_260;
  for (let at = 0; at < samples; at += 1) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    made[at] = seed / 2 ** 31 - 1;
  }
  return made;
}
