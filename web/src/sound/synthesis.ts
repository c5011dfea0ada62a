/** Makes sounds out of their recipes; loaded when somebody can hear them. */
import { noise, planOf, type Sound, type Voice } from "./recipes";

/** What a loudness of 1 is at full volume: several sounds at once must not clip. */
const HEADROOM = 0.7;
const SECONDS_OF_NOISE = 1;
/** Fading to nothing takes for ever, so it ends here. */
const SILENCE = 0.0001;

export interface Performance {
  sound: Sound;
  /** How many tokens or coins are heard. */
  count: number;
  volume: number;
  /** When it begins, in seconds of the context. */
  start: number;
}

let breath: AudioBuffer | null = null;

export function perform(context: AudioContext, { sound, count, volume, start }: Performance): void {
  const out = context.createGain();
  out.gain.value = volume * HEADROOM;
  out.connect(context.destination);
  for (const voice of planOf(sound, count)) sing(context, voice, start, out);
}

function sing(context: AudioContext, voice: Voice, start: number, out: AudioNode): void {
  const begin = start + voice.at;
  const end = begin + voice.length;
  const envelope = context.createGain();
  envelope.gain.setValueAtTime(0, begin);
  envelope.gain.linearRampToValueAtTime(voice.loudness, begin + voice.rise);
  envelope.gain.exponentialRampToValueAtTime(SILENCE, end);
  envelope.connect(out);
  const make = voice.wave === "noise" ? hiss : tone;
  const source = make(context, voice, begin, envelope);
  source.start(begin);
  source.stop(end);
}

function hiss(context: AudioContext, voice: Voice, begin: number, out: AudioNode): AudioScheduledSourceNode {
  if (breath === null) {
    const samples = context.sampleRate * SECONDS_OF_NOISE;
    breath = context.createBuffer(1, samples, context.sampleRate);
    breath.copyToChannel(noise(samples), 0);
  }
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.Q.value = voice.focus;
  glide(filter.frequency, voice, begin);
  filter.connect(out);
  const source = context.createBufferSource();
  source.buffer = breath;
  source.loop = true;
  source.connect(filter);
  return source;
}

function tone(context: AudioContext, voice: Voice, begin: number, out: AudioNode): AudioScheduledSourceNode {
  const source = context.createOscillator();
  source.type = voice.wave === "triangle" ? "triangle" : "sine";
  glide(source.frequency, voice, begin);
  source.connect(out);
  return source;
}

function glide(pitch: AudioParam, voice: Voice, begin: number): void {
  pitch.setValueAtTime(voice.from, begin);
  pitch.exponentialRampToValueAtTime(voice.to, begin + voice.length);
}
