/**
 * Plays the sounds. A browser lets a page be heard only after somebody has touched it, so the first gesture opens the
 * audio context; whatever should have been heard before is left out.
 */
import { untrack } from "svelte";
import { settings } from "../settings/settings.svelte";
import { noise, planOf, type Sound, type Voice } from "./recipes";

/** What a loudness of 1 is at full volume: several sounds at once must not clip. */
const HEADROOM = 0.7;
const SECONDS_OF_NOISE = 1;
/** Fading to nothing takes for ever, so it ends here. */
const SILENCE = 0.0001;
const GESTURES = ["pointerdown", "keydown"] as const;

class Sounds {
  private context: AudioContext | null = null;
  private breath: AudioBuffer | null = null;

  /** Wait for a gesture; later ones wake a context that the browser has put to sleep. */
  awaitGesture(): void {
    for (const gesture of GESTURES) addEventListener(gesture, this.wake, { passive: true });
  }

  /** Play a sound, so many milliseconds from now; several tokens or coins are heard as several. */
  play(sound: Sound, { count = 1, after = 0 }: { count?: number; after?: number } = {}): void {
    // Whoever plays a sound does not want to play it again when the volume changes.
    untrack(() => this.perform(planOf(sound, count), after, this.mayBeHeard(sound)));
  }

  private perform(voices: readonly Voice[], after: number, isHeard: boolean): void {
    const { context } = this;
    if (context === null || context.state !== "running" || !isHeard) return;
    const start = context.currentTime + after / 1000;
    const volume = context.createGain();
    volume.gain.value = settings.choices.volume * HEADROOM;
    volume.connect(context.destination);
    for (const voice of voices) this.sing(context, voice, start, volume);
  }

  /** The turn bell has its own switch, and rings for one who looks at something else, too. */
  private mayBeHeard(sound: Sound): boolean {
    const { volume, bell } = settings.choices;
    if (volume <= 0) return false;
    return sound === "bell" ? bell : !document.hidden;
  }

  private readonly wake = (): void => {
    if (typeof AudioContext === "undefined") return;
    this.context ??= new AudioContext();
    if (this.context.state !== "running") void this.context.resume();
  };

  private sing(context: AudioContext, voice: Voice, start: number, out: AudioNode): void {
    const begin = start + voice.at;
    const end = begin + voice.length;
    const envelope = context.createGain();
    envelope.gain.setValueAtTime(0, begin);
    envelope.gain.linearRampToValueAtTime(voice.loudness, begin + voice.rise);
    envelope.gain.exponentialRampToValueAtTime(SILENCE, end);
    envelope.connect(out);
    const source =
      voice.wave === "noise"
        ? this.hiss(context, voice, begin, envelope)
        : tone(context, voice, begin, envelope);
    source.start(begin);
    source.stop(end);
  }

  private hiss(context: AudioContext, voice: Voice, begin: number, out: AudioNode): AudioScheduledSourceNode {
    if (this.breath === null) {
      const samples = context.sampleRate * SECONDS_OF_NOISE;
      this.breath = context.createBuffer(1, samples, context.sampleRate);
      this.breath.copyToChannel(noise(samples), 0);
    }
    const filter = context.createBiquadFilter();
    filter.type = "bandpass";
    filter.Q.value = voice.focus;
    glide(filter.frequency, voice, begin);
    filter.connect(out);
    const source = context.createBufferSource();
    source.buffer = this.breath;
    source.loop = true;
    source.connect(filter);
    return source;
  }
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

export const sounds = new Sounds();
sounds.awaitGesture();
