/** Notices that come even when no page of ours is open, through the browser's own push service. */
import type { PushKey } from "../api/kinds";
import { get, post, remove } from "../core/http/rest";
import { serverInfo } from "../core/http/tables";
import { m } from "../words/words";

export type PushState = "on" | "off" | "denied" | "unavailable";

/** Whether this browser and this server can do it. */
export async function canPush(): Promise<boolean> {
  if (!("serviceWorker" in navigator) || !("PushManager" in globalThis)) return false;
  const features = await serverInfo().catch(() => null);
  return features !== null && features.push === null;
}

export async function pushState(): Promise<PushState> {
  if (!(await canPush())) return "unavailable";
  if (Notification.permission === "denied") return "denied";
  return (await subscription()) === null ? "off" : "on";
}

/** Ask for leave and subscribe; what came of it. */
export async function enablePush(): Promise<PushState> {
  if (!(await canPush())) return "unavailable";
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  const { key } = await get<PushKey>("/api/push/key");
  const worker = await navigator.serviceWorker.register(workerAddress());
  await navigator.serviceWorker.ready;
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await post("/api/push", made.toJSON());
  return "on";
}

/** Let the worker say its notices in the language that is spoken now, if it says any. */
export async function renewPush(): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration();
  const said = worker?.active?.scriptURL;
  if (said === undefined || said.endsWith(workerAddress())) return;
  await navigator.serviceWorker.register(workerAddress());
}

export async function disablePush(): Promise<PushState> {
  const found = await subscription();
  if (found !== null) {
    await remove("/api/push", { endpoint: found.endpoint });
    await found.unsubscribe();
  }
  await (await navigator.serviceWorker.getRegistration())?.unregister();
  return pushState();
}

async function subscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** The worker has no catalogue: it is told its words by its address. */
function workerAddress(): string {
  const words = new URLSearchParams({ title: m.web_notice_push_title(), text: m.web_notice_push_text() });
  return `/worker.js?${words}`;
}
