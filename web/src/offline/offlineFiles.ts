/**
 * The files that are kept to play offline. Each version has a cache of its own, filled file by file; which one is used is
 * said by a single note, written only when all files are there. So whatever breaks off leaves the version before as it was.
 */
import { site } from "../core/site";
import { cacheName, keptCache } from "../core/worker";
import { checkedDownload, isRight } from "./checkedDownload";
import { bytesOf, offeredList, type OfflineFile, type OfflineList } from "./offlineList";
import { OfflineTrouble, storageTrouble } from "./offlineTrouble";

/** The note about what is kept, as `worker.js` reads it. */
export interface KeptVersion extends OfflineList {
  /** When it was complete, in seconds. */
  readonly kept_at: number;
  readonly is_static: boolean;
  /** The version that pages opened earlier may still be using; its cache goes when they are closed. */
  readonly before: Pick<OfflineList, "version" | "files"> | null;
}

/** How many files are downloaded at the same time. */
const AT_ONCE = 4;

/** Whether this browser can keep files at all. */
export const canKeep = (): boolean =>
  "serviceWorker" in navigator && "caches" in globalThis && "subtle" in crypto;

export const addressOf = (file: OfflineFile): string => new URL(file.path, site.folder).href;
const noteAddress = (): string => `${site.folder}kept.json`;

/** What is kept and used; null if nothing is. */
export async function keptVersion(): Promise<KeptVersion | null> {
  return stored(async () => {
    const note = await caches.match(noteAddress(), { cacheName: keptCache() });
    return note === undefined ? null : ((await note.json()) as KeptVersion);
  });
}

/** The files of a list that are not in the cache of their version. */
export async function missingFiles(list: OfflineList): Promise<OfflineFile[]> {
  return stored(async () => {
    const name = cacheName(list.version);
    if (!(await caches.has(name))) return [...list.files];
    const there = new Set((await (await caches.open(name)).keys()).map((request) => request.url));
    return list.files.filter((file) => !there.has(addressOf(file)));
  });
}

/** The files of a list that would have to be fetched: those that are missing, but for what the version before has. */
export async function filesToFetch(list: OfflineList): Promise<OfflineFile[]> {
  const known = new Set((await keptVersion())?.files.map(({ sha256 }) => sha256));
  known.delete("");
  return (await missingFiles(list)).filter(({ sha256 }) => !known.has(sha256));
}

/** Fetch what is missing of a list; `onprogress` is told how many of all its bytes are there. */
export async function downloadFiles(
  list: OfflineList,
  signal: AbortSignal,
  onprogress: (bytes: number) => void,
): Promise<void> {
  const missing = await missingFiles(list);
  let done = bytesOf(list.files) - bytesOf(missing);
  const count = (bytes: number): void => onprogress((done += bytes));
  count(0);
  const before = await keptVersion();
  const cache = await stored(async () => {
    // What is left of an earlier download that was overtaken by this one.
    await dropOthers(list, before, before?.before);
    return caches.open(cacheName(list.version));
  });
  const put = (file: OfflineFile, answer: Response): Promise<void> =>
    stored(() => cache.put(addressOf(file), answer));
  await inTurns(missing.filter(isChecked), signal, async (file, ending) => {
    const known = await fromVersionBefore(file, before);
    if (known !== null) count(file.bytes);
    await put(file, known ?? (await checkedDownload(addressOf(file), file, ending, count)));
  });
  const unchecked: [OfflineFile, Response][] = [];
  await inTurns(
    missing.filter((file) => !isChecked(file)),
    signal,
    async (file, ending) => {
      unchecked.push([file, await checkedDownload(addressOf(file), file, ending, count)]);
    },
  );
  // Nothing tells of which version they are, but that the site still has that one.
  if (unchecked.length > 0 && (await offeredList())?.version !== list.version)
    throw new OfflineTrouble("changed");
  for (const [file, answer] of unchecked) await put(file, answer);
}

const isChecked = (file: OfflineFile): boolean => file.sha256 !== "";

/** Do something for every file, for a few at the same time; the first that fails ends the others. */
async function inTurns(
  files: readonly OfflineFile[],
  signal: AbortSignal,
  work: (file: OfflineFile, ending: AbortSignal) => Promise<void>,
): Promise<void> {
  const waiting = files.values();
  const ending = new AbortController();
  const end = (): void => ending.abort();
  signal.addEventListener("abort", end);
  let trouble: unknown;
  const turn = async (): Promise<void> => {
    try {
      for (const file of waiting) {
        if (signal.aborted || trouble !== undefined) return;
        await work(file, ending.signal);
      }
    } catch (error) {
      trouble ??= error;
      end();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, turn));
  signal.removeEventListener("abort", end);
  signal.throwIfAborted();
  if (trouble !== undefined) throw trouble;
}

/** Use a version from now on, all files of which are there; older ones go. */
export async function useVersion(list: OfflineList): Promise<KeptVersion> {
  if ((await missingFiles(list)).length > 0) throw new OfflineTrouble("cut");
  const old = await keptVersion();
  const { version, files, download_bytes } = list;
  const isOther = old !== null && old.version !== version;
  const note: KeptVersion = {
    version,
    files,
    download_bytes,
    kept_at: Date.now() / 1000,
    is_static: site.isStatic,
    before: isOther ? { version: old.version, files: old.files } : null,
  };
  await stored(async () => {
    const cache = await caches.open(keptCache());
    await cache.put(noteAddress(), new Response(JSON.stringify(note)));
    await dropOthers(note, note.before);
  });
  return note;
}

/** The files that are missing or not as they should be; the latter are thrown away, so that they can be fetched again. */
export async function wrongFiles(list: OfflineList): Promise<OfflineFile[]> {
  const wrong = await missingFiles(list);
  return stored(async () => {
    const missing = new Set(wrong);
    const cache = wrong.length === list.files.length ? null : await caches.open(cacheName(list.version));
    for (const file of list.files) {
      if (cache === null || missing.has(file)) continue;
      const answer = await cache.match(addressOf(file));
      if (answer !== undefined && (await isRight(await bytesIn(answer), file))) continue;
      await cache.delete(addressOf(file));
      wrong.push(file);
    }
    return wrong;
  });
}

/** Throw away everything that was kept or is half kept. */
export async function removeFiles(): Promise<void> {
  await stored(async () => {
    // The note first: without it nothing is used any more.
    await caches.delete(keptCache());
    await Promise.all((await ownCaches()).map((name) => caches.delete(name)));
  });
}

/** A file that the version before has with the same content. */
async function fromVersionBefore(file: OfflineFile, before: OfflineList | null): Promise<Response | null> {
  if (before === null || file.sha256 === "") return null;
  const same = before.files.find(({ sha256 }) => sha256 === file.sha256);
  if (same === undefined) return null;
  return stored(async () => {
    const answer = await caches.match(addressOf(same), { cacheName: cacheName(before.version) });
    if (answer === undefined || !(await isRight(await bytesIn(answer.clone()), file))) return null;
    return answer;
  });
}

/** Throw away the caches of all versions but these. */
async function dropOthers(...used: (Pick<OfflineList, "version"> | null | undefined)[]): Promise<void> {
  const names = used.map((each) => (each ? cacheName(each.version) : ""));
  const others = (await ownCaches()).filter((name) => name !== keptCache() && !names.includes(name));
  await Promise.all(others.map((name) => caches.delete(name)));
}

async function ownCaches(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(cacheName("")));
}

async function bytesIn(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await answer.arrayBuffer());
}

/** Do something with the browser's storage; what it throws becomes a sentence. */
async function stored<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw storageTrouble(error);
  }
}
