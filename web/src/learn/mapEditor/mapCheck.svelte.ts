/** Asks the server, while one paints, what the rules say of the map. */
import type { PaintedMapCheck } from "../../api/kinds";
import { person } from "../../core/http/person.svelte";
import { Refusal } from "../../core/http/refusal";
import { post } from "../../core/http/rest";
import type { PaintedMap } from "./painted";

/** So long after the last stroke, in milliseconds. */
const PAUSE = 300;
/** An answer usually comes at once: only when it does not, one is told that it is awaited. */
const LONG = 500;
/** Until one asks again who asked too often. */
const REST = 1000;
const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, REST));

export class MapCheck {
  /** The last answer; it stays until there is another. */
  result: PaintedMapCheck | null = $state.raw(null);
  /** Why there is none: the server cannot be reached. */
  error: Error | null = $state.raw(null);
  /** Whether an answer is awaited for so long that it should be said. */
  isSlow = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The map as it is now, and the one of the last answer. */
  private map: PaintedMap | null = null;
  private judged: PaintedMap | null = null;
  private asking: Promise<void> | null = null;
  private isStopped = false;

  /** Look at this map when there is a pause. */
  look(map: PaintedMap): void {
    this.map = map;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.settled(), PAUSE);
  }

  /** What is said of the map as it is now, without waiting for a pause; null if nothing can be said. */
  async settled(): Promise<PaintedMapCheck | null> {
    clearTimeout(this.timer);
    this.asking ??= this.ask().finally(() => (this.asking = null));
    await this.asking;
    return this.isStopped ? null : this.result;
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  /** One question at a time, until the newest map is answered. */
  private async ask(): Promise<void> {
    const slow = setTimeout(() => (this.isSlow = true), LONG);
    while (this.map !== null && this.judged !== this.map && !this.isStopped) await this.askFor(this.map);
    clearTimeout(slow);
    this.isSlow = false;
  }

  private async askFor(map: PaintedMap): Promise<void> {
    try {
      await person.known();
      if (person.me === null) await person.enter();
      const result = await post<PaintedMapCheck>("/api/painted-maps/check", map);
      this.answered(map, result, null);
    } catch (error) {
      if (error instanceof Refusal && error.code === "too_fast") await rest();
      else this.answered(map, null, error as Error);
    }
  }

  private answered(map: PaintedMap, result: PaintedMapCheck | null, error: Error | null): void {
    // What was painted since would be newer than this answer.
    if (map !== this.map) return;
    this.judged = map;
    this.result = result;
    this.error = error;
  }
}
