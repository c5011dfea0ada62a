/** Giving somebody an address: by whatever the device offers for sharing, else by the clipboard. */
import { toasts } from "./toasts.svelte";
import { m } from "../words/words";

export function wholeAddress(path: string): string {
  return new URL(path, location.origin).href;
}

export async function share(path: string, text: string): Promise<void> {
  const url = wholeAddress(path);
  if (navigator.share === undefined) return copy(path);
  try {
    await navigator.share({ url, text });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) await copy(path);
  }
}

export async function copy(path: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(wholeAddress(path));
    toasts.tell(m.web_menu_copied());
  } catch {
    // Without https there is no clipboard: the link is shown, to be copied by hand.
    toasts.complain(wholeAddress(path));
  }
}
