/**
 * Values that are shown a moment after they are known. What people look at first comes at once, what lies around it a frame or two
 * later, so that no update of a table keeps the page busy for long.
 */
import { untrack } from "svelte";

/** Where a page is not seen it has no frames; then this many milliseconds are enough. */
const UNSEEN_FRAME = 100;
/** An answer that takes longer than this, in milliseconds, is waited for; before that nothing needs to tell so. */
const NOTICED = 300;

/** Tests that have no frames show everything at once. */
export const lateness = { isOn: true };

/** The value once so many frames have been painted since it changed; the first one at once. */
export function late<T>(value: () => T, frames: number): () => T {
  let shown: T = $state.raw(untrack(value));
  let isDue = false;
  $effect.pre(() => {
    const now = value();
    if (!lateness.isOn) shown = now;
    if (isDue || untrack(() => shown) === now) return;
    isDue = true;
    untrack(() =>
      afterFrames(frames, () => {
        isDue = false;
        shown = untrack(value);
      }),
    );
  });
  return () => shown;
}

/** Whether something has been so for longer than one notices. */
export function lasting(isSo: () => boolean): () => boolean {
  let isLasting = $state(false);
  $effect(() => {
    if (!isSo()) return;
    const timer = setTimeout(() => (isLasting = true), NOTICED);
    return () => {
      clearTimeout(timer);
      isLasting = false;
    };
  });
  return () => isLasting;
}

/** Call a function in a task of its own, after so many frames. */
function afterFrames(frames: number, act: () => void): void {
  if (frames === 0) {
    setTimeout(act);
    return;
  }
  let isPainted = false;
  const painted = (): void => {
    if (isPainted) return;
    isPainted = true;
    afterFrames(frames - 1, act);
  };
  requestAnimationFrame(painted);
  setTimeout(painted, UNSEEN_FRAME);
}
