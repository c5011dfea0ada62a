/** What is kept on this device to play offline, for the pages that show it and the buttons that change it. */
import { site } from "../core/site";
import { endIdleWorker, findWorker, startWorker } from "../core/worker";
import {
  canKeep,
  downloadFiles,
  filesToFetch,
  keptVersion,
  missingFiles,
  removeFiles,
  useVersion,
  wrongFiles,
  type KeptVersion,
} from "./offlineFiles";
import { bytesOf, downloadBytes, offeredList, type OfflineList } from "./offlineList";
import { OfflineTrouble, storageTrouble } from "./offlineTrouble";

/**
 * unknown: nobody looked yet; unavailable: this site does not offer it; impossible: this browser cannot; none: nothing is
 * kept; loading: a download goes on; incomplete: the browser has cleared a part; outdated: there is a newer version;
 * ready: the newer version is here and waits for a click; kept: all is there.
 */
export type OfflineStatus =
  | "unknown"
  | "unavailable"
  | "impossible"
  | "none"
  | "loading"
  | "incomplete"
  | "outdated"
  | "ready"
  | "kept";

/** How much of a download is here, in bytes as they go over the wire. */
export interface DownloadProgress {
  done: number;
  all: number;
}

export class KeptOffline {
  /** What is used; null if nothing is kept. */
  kept: KeptVersion | null = $state.raw(null);
  /** How far a download is; null while there is none. */
  progress: DownloadProgress | null = $state.raw(null);
  /** What the next download takes, in bytes. */
  toDownload = $state(0);
  /** What the whole site uses on this device, in bytes; null if the browser does not tell. */
  usage: number | null = $state(null);
  /** Whether the browser promised not to clear it by itself. */
  isPersistent = $state(false);
  isChecking = $state(false);
  /** Whether everything was just checked and found right. */
  isChecked = $state(false);
  trouble: OfflineTrouble | null = $state.raw(null);

  private hasLooked = $state(false);
  /** Whether something was removed since the page was opened: then it can be kept again, whatever is known of the site. */
  private hasRemoved = $state(false);
  /** Whether the browser does not let this page have any storage, as in some private windows. */
  private isRefused = $state(false);
  private offered: OfflineList | null = $state.raw(null);
  private isIncomplete = $state(false);
  private isNewHere = $state(false);
  private download: AbortController | null = null;

  get status(): OfflineStatus {
    if (site.engine === null) return "unavailable";
    if (!canKeep() || this.isRefused) return "impossible";
    if (this.progress !== null) return "loading";
    if (!this.hasLooked) return "unknown";
    if (this.kept === null) return this.offered === null && !this.hasRemoved ? "unavailable" : "none";
    if (this.isIncomplete) return "incomplete";
    if (this.offered === null || this.offered.version === this.kept.version) return "kept";
    return this.isNewHere ? "ready" : "outdated";
  }

  /** How much room the kept files take, in bytes. */
  get keptBytes(): number {
    return bytesOf(this.kept?.files ?? []);
  }

  /** Look what is kept and, if there is a network, what the site offers now. */
  async look(): Promise<void> {
    if (site.engine === null || !canKeep() || this.download !== null) return;
    const isRead = await this.tried(async () => {
      await this.read();
      this.hasLooked = this.kept !== null;
      if (navigator.onLine) this.offered = await offeredList().catch(() => this.offered);
      await this.compare();
      await this.tendWorker();
    });
    // Nobody asked for anything yet, so nothing is complained of.
    this.trouble = null;
    this.isRefused = !isRead && this.kept === null;
    this.hasLooked = true;
  }

  /** Download what the site offers and use it from now on; for the first time, or to mend what is incomplete. */
  async keep(): Promise<void> {
    await this.load(async (list) => {
      await startWorker().catch((error: unknown) => Promise.reject(storageTrouble(error)));
      await useVersion(list);
    });
    await this.tellWorker("kept");
  }

  /** Download the newer version; it is used when somebody says so. */
  async update(): Promise<void> {
    await this.load(async () => undefined);
  }

  /** Use the newer version, which is here; the page has to load again then. Whether it worked. */
  async apply(): Promise<boolean> {
    const list = this.offered;
    if (list === null) return false;
    const isUsed = await this.tried(() => useVersion(list));
    if (isUsed) await this.tellWorker("kept");
    await this.tried(() => this.read());
    return isUsed;
  }

  /** Stop a download; what has arrived stays, and the next one goes on from there. */
  stop(): void {
    this.download?.abort();
  }

  /** Read every kept file and compare it with what it should be. */
  async check(): Promise<void> {
    const { kept } = this;
    if (kept === null || this.isChecking) return;
    this.isChecking = true;
    this.isChecked = false;
    await this.tried(async () => {
      const wrong = await wrongFiles(kept);
      this.isChecked = wrong.length === 0;
      await this.read();
      await this.compare();
    });
    this.isChecking = false;
    await this.tellWorker("kept");
  }

  /** Whether the page could be loaded again if nothing of it were kept. */
  async isSiteReachable(): Promise<boolean> {
    if (!navigator.onLine) return false;
    return offeredList().then(
      () => true,
      () => false,
    );
  }

  /** Remove everything that was downloaded; games stay. Whether it worked. */
  async remove(): Promise<boolean> {
    const isRemoved = await this.tried(removeFiles);
    this.hasRemoved ||= isRemoved;
    await this.tellWorker("kept");
    await endIdleWorker().catch(() => undefined);
    await this.tried(async () => {
      // Whoever was just looking may have opened a cache again, empty.
      if (isRemoved) await removeFiles();
      await this.read();
      await this.compare();
    });
    return isRemoved;
  }

  private async load(complete: (list: OfflineList) => Promise<void>): Promise<void> {
    if (this.download !== null) return;
    if (!canKeep()) {
      this.trouble = new OfflineTrouble("impossible");
      return;
    }
    const download = new AbortController();
    this.download = download;
    this.progress = { done: 0, all: this.toDownload };
    await this.tried(async () => {
      // A browser that refuses keeps the files all the same, as long as it has room.
      await navigator.storage?.persist?.().catch(() => false);
      const list = await offeredList();
      if (list === null) throw new OfflineTrouble("changed");
      this.offered = list;
      await downloadFiles(list, download.signal, (bytes) => this.count(bytes, list));
      await complete(list);
    }, download.signal);
    this.download = null;
    this.progress = null;
    const { trouble } = this;
    await this.tried(async () => {
      await this.read();
      await this.compare();
    });
    this.trouble = trouble;
  }

  private count(bytes: number, list: OfflineList): void {
    const share = Math.min(1, bytes / bytesOf(list.files));
    this.progress = { done: share * list.download_bytes, all: list.download_bytes };
  }

  private async read(): Promise<void> {
    this.kept = await keptVersion();
    this.isIncomplete = this.kept !== null && (await missingFiles(this.kept)).length > 0;
    const { storage } = navigator as { storage?: StorageManager };
    this.usage = (await storage?.estimate?.().catch(() => null))?.usage ?? null;
    this.isPersistent = (await storage?.persisted?.().catch(() => false)) ?? false;
  }

  /** Work out what there would be to download. */
  private async compare(): Promise<void> {
    if (this.offered === null) return;
    const list = this.offered;
    this.isNewHere = (await missingFiles(list)).length === 0;
    this.toDownload = downloadBytes(list, await filesToFetch(list));
  }

  /** What is kept needs the worker; it clears away the version before once no page uses that any more. */
  private async tendWorker(): Promise<void> {
    if (this.kept === null) return;
    if ((await findWorker()) === undefined) await startWorker();
    if (this.kept.before !== null) await this.tellWorker("tidy");
  }

  private async tellWorker(said: "kept" | "tidy"): Promise<void> {
    const worker = await findWorker().catch(() => undefined);
    worker?.active?.postMessage(said);
  }

  /** Do something; what goes wrong is told, unless somebody stopped it. Whether it worked. */
  private async tried(work: () => Promise<unknown>, signal?: AbortSignal): Promise<boolean> {
    this.trouble = null;
    try {
      await work();
      return true;
    } catch (error) {
      if (signal?.aborted !== true) this.trouble = storageTrouble(error);
      return false;
    }
  }
}

export const keptOffline = new KeptOffline();
