/** Giving somebody an address and its picture: by whatever the device offers for sharing, else by the clipboard. */
import { site, to } from "../core/site";
import { toasts } from "./toasts.svelte";
import { m } from "../words/words";

export const PICTURE_NAME = "elbowroom.png";

/** The whole address of a page: where this one was opened, or under another address of the same server. */
export function wholeAddress(page: string, folder = site.folder): string {
  return new URL(to(page), folder).href;
}

/** Whether this page was opened at an address that only this device has. */
export function isOnlyHere(hostname = location.hostname): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}

/** The picture of a table, or of a moment of its game, as links show it. */
export function pictureAddress(table: string, seq: number): string {
  return `/t/${table}/picture.png?at=${String(seq)}`;
}

/** Share an address, with a picture where the device takes one. */
export async function share(path: string, text: string, picture?: string): Promise<void> {
  const url = wholeAddress(path);
  if (navigator.share === undefined) return copy(path);
  try {
    await navigator.share({ url, text, ...(await filesOf(picture)) });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) await copy(path);
  }
}

/** The picture as a file to share; nothing where it cannot be had, or not be shared. */
async function filesOf(picture: string | undefined): Promise<{ files?: File[] }> {
  if (picture === undefined || navigator.canShare === undefined) return {};
  try {
    const response = await fetch(picture);
    if (!response.ok) return {};
    const files = [new File([await response.blob()], PICTURE_NAME, { type: "image/png" })];
    return navigator.canShare({ files }) ? { files } : {};
  } catch {
    return {};
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
