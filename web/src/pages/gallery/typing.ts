/** Searching as one types: not at each letter, but when one rests. */

/** So many milliseconds without a letter are a rest. */
export const REST = 300;

export class Typing {
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Do this after a rest, instead of what was to be done before. */
  rest(action: () => void): void {
    this.stop();
    this.timer = setTimeout(action, REST);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
