/** A button that goes on as long as it is held; a single press stays a single press. */
import type { Attachment } from "svelte/attachments";

/** The time between one step and the next, in milliseconds. */
export const STEP = 350;

export function goesOn(act: () => void): Attachment<HTMLElement> {
  return (button) => {
    let timer: ReturnType<typeof setInterval> | undefined;
    let wasHeld = false;

    function press(event: PointerEvent): void {
      if (event.button !== 0) return;
      wasHeld = false;
      clearInterval(timer);
      timer = setInterval(() => {
        wasHeld = true;
        act();
      }, STEP);
    }

    function release(): void {
      clearInterval(timer);
    }

    /** What was done while it was held is not done once more at the end. */
    function click(event: MouseEvent): void {
      if (wasHeld) event.stopImmediatePropagation();
      wasHeld = false;
    }

    /** A long press on a touch screen would open a menu. */
    function menu(event: Event): void {
      event.preventDefault();
    }

    button.addEventListener("pointerdown", press);
    button.addEventListener("pointerleave", release);
    button.addEventListener("click", click, true);
    button.addEventListener("contextmenu", menu);
    for (const end of ["pointerup", "pointercancel"] as const) addEventListener(end, release);
    return () => {
      release();
      button.removeEventListener("pointerdown", press);
      button.removeEventListener("pointerleave", release);
      button.removeEventListener("click", click, true);
      button.removeEventListener("contextmenu", menu);
      for (const end of ["pointerup", "pointercancel"] as const) removeEventListener(end, release);
    };
  };
}
