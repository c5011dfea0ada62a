/** Notices that come even when no page of ours is open, through the browser's own push service. */
import type { PushKey } from "../api/kinds";
import { get, post, remove } from "../core/http/rest";
import { serverInfo } from "../core/http/tables";
import { endIdleWorker, hasWorkers, pushSubscription, startWorker } from "../core/worker";

export type PushState = "on" | "off" | "denied" | "unavailable";

/** Whether this browser and this server can do it. */
export async function canPush(): Promise<boolean> {
  if (!hasWorkers() || !("PushManager" in globalThis)) return false;
  const features = await serverInfo().catch(() => null);
  return features !== null && features.push === null;
}

export async function pushState(): Promise<PushState> {
  if (!(await canPush())) return "unavailable";
  if (Notification.permission === "denied") return "denied";
  return (await pushSubscription()) === null ? "off" : "on";
}

/** Ask for leave and subscribe; what came of it. */
export async function enablePush(): Promise<PushState> {
  if (!(await canPush())) return "unavailable";
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  const { key } = await get<PushKey>("/api/push/key");
  const worker = await startWorker();
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await post("/api/push", made.toJSON());
  return "on";
}

export async function disablePush(): Promise<PushState> {
  const found = await pushSubscription();
  if (found !== null) {
    await remove("/api/push", { endpoint: found.endpoint });
    await found.unsubscribe();
  }
  await endIdleWorker();
  return pushState();
}
