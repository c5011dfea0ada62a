/**
 * The service worker (`public/worker.js`). It has two jobs, pushed notices and files kept offline, and is there as long as
 * one of them is wanted.
 */
import { m } from "../words/words";
import { site } from "./site";

/** Whether this browser has what it takes: not in some private windows, nor on pages that came without https. */
export const hasWorkers = (): boolean => "serviceWorker" in navigator;

/** The name of a cache of this site; other sites may lie below other paths of the same host. `worker.js` has the same rule. */
export const cacheName = (of: string): string => `elbowroom ${new URL(site.folder).pathname} ${of}`;

/** The cache with one entry, which says what is kept; it is there as long as something is. */
export const keptCache = (): string => cacheName("kept");

export async function findWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return hasWorkers() ? navigator.serviceWorker.getRegistration(site.folder) : undefined;
}

/** Start the worker, or let it speak the language that is spoken now. */
export async function startWorker(): Promise<ServiceWorkerRegistration> {
  // Its file is small, and an old one would stay in the way of a repaired one.
  const worker = await navigator.serviceWorker.register(workerAddress(), { updateViaCache: "none" });
  await navigator.serviceWorker.ready;
  return worker;
}

/** Let a worker that is there say its notices in the language that is spoken now. */
export async function renewWorker(): Promise<void> {
  const said = (await findWorker())?.active?.scriptURL;
  if (said !== undefined && said !== workerAddress()) await startWorker();
}

/** What pushes notices to this browser; null if nothing does. */
export async function pushSubscription(): Promise<PushSubscription | null> {
  // Safari has no push before the site was added to the home screen.
  const push = (await findWorker())?.pushManager as PushManager | undefined;
  return (await push?.getSubscription()) ?? null;
}

/** End the worker if neither of its jobs is left. */
export async function endIdleWorker(): Promise<void> {
  if ((await pushSubscription()) !== null || (await hasKeptFiles())) return;
  await (await findWorker())?.unregister();
}

async function hasKeptFiles(): Promise<boolean> {
  return "caches" in globalThis && caches.has(keptCache());
}

/** The worker has no catalogue: it is told its words by its address. */
function workerAddress(): string {
  const words = new URLSearchParams({ title: m.web_notice_push_title(), text: m.web_notice_push_text() });
  return `${site.folder}worker.js?${words}`;
}
