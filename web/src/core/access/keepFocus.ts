/** Keeps the focus in a part of the page whose buttons come and go: who pressed one is not thrown back to the top. */
import type { Attachment } from "svelte/attachments";

/** Attach it to the part; the focus goes to what is marked with `data-keeps-focus`, or else to its first button. */
export const keepsFocus: Attachment<HTMLElement> = (part) => {
  let last: EventTarget | null = null;
  const remember = (event: FocusEvent): void => {
    last = event.target;
  };
  const left = (event: FocusEvent): void => {
    if (event.relatedTarget !== null) last = null;
  };
  const watch = new MutationObserver(() => {
    if (!(last instanceof Element) || last.isConnected || document.activeElement !== document.body) return;
    last = null;
    const next =
      part.querySelector<HTMLElement>("[data-keeps-focus]") ??
      part.querySelector<HTMLElement>("button:not(:disabled)");
    next?.focus({ preventScroll: true });
  });
  part.addEventListener("focusin", remember);
  part.addEventListener("focusout", left);
  watch.observe(part, { childList: true, subtree: true });
  return () => {
    part.removeEventListener("focusin", remember);
    part.removeEventListener("focusout", left);
    watch.disconnect();
  };
};
