/** What has to be kept to play offline: `offline.json`, which lies beside the page. */
import { site } from "../core/site";
import { OfflineTrouble } from "./offlineTrouble";

export interface OfflineFile {
  /** Relative to the folder of the site; empty for the page itself. */
  readonly path: string;
  readonly bytes: number;
  /** In hexadecimal digits; empty for pages that a server makes, which are not checked. */
  readonly sha256: string;
}

export interface OfflineList {
  readonly version: string;
  readonly files: readonly OfflineFile[];
  /** What all of it takes to download, compressed. */
  readonly download_bytes: number;
}

/** This header says that a request is not to be answered from what is kept; `worker.js` looks for it. */
export const FROM_NETWORK: Readonly<Record<string, string>> = { "x-from-network": "yes" };

/** The list of the site as it is now; null if it offers none. */
export async function offeredList(): Promise<OfflineList | null> {
  let answer: Response;
  try {
    answer = await fetch(`${site.folder}offline.json`, { cache: "no-cache", headers: FROM_NETWORK });
  } catch {
    throw new OfflineTrouble("network");
  }
  if (answer.status >= 500) throw new OfflineTrouble("network");
  if (!answer.ok) return null;
  // Some hosts answer with a page instead of 404.
  const list: unknown = await answer.json().catch(() => null);
  return isList(list) ? list : null;
}

/** How many bytes files have when they are unpacked. */
export const bytesOf = (files: readonly OfflineFile[]): number =>
  files.reduce((sum, file) => sum + file.bytes, 0);

/** About how much some files of a list take to download. */
export function downloadBytes(list: OfflineList, files: readonly OfflineFile[]): number {
  const all = bytesOf(list.files);
  return all === 0 ? 0 : Math.round((list.download_bytes * bytesOf(files)) / all);
}

function isList(list: unknown): list is OfflineList {
  if (typeof list !== "object" || list === null) return false;
  const { version, files } = list as Partial<OfflineList>;
  return typeof version === "string" && Array.isArray(files) && files.length > 0;
}
