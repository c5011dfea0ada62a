import { createHash } from "node:crypto";
import { render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cacheName } from "../core/worker";
import { FakeCaches } from "../testing/fakeCaches";
import { speak } from "../words/words";
import { KeptOffline, keptOffline } from "./keptOffline.svelte";
import OfflineOffer from "./OfflineOffer.svelte";
import OfflineSection from "./OfflineSection.svelte";

const FOLDER = new URL("/", location.href).href;
const wordsFetch = globalThis.fetch;
let texts: Record<string, string> = {};
let version = "1";
let isOnline = true;
let isRegistered = false;
let said: unknown[] = [];
let caches: FakeCaches;
let offline: KeptOffline;

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

async function answer(address: string, init?: RequestInit): Promise<Response> {
  if (address.startsWith("/src/words/")) return wordsFetch(address, init);
  if (!isOnline) throw new TypeError("no network");
  if (address.endsWith("offline.json")) {
    const files = Object.entries(texts).map(([path, text]) => ({
      path,
      bytes: text.length,
      sha256: hash(text),
    }));
    return new Response(JSON.stringify({ version, files, download_bytes: 4_000_000 }));
  }
  const text = texts[address.slice(FOLDER.length)];
  return new Response(text ?? "", { status: text === undefined ? 404 : 200 });
}

function publish(next: string, files: Record<string, string>): void {
  version = next;
  texts = files;
}

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function (): void {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function (): void {
    this.open = false;
  };
  caches = new FakeCaches();
  isOnline = true;
  isRegistered = false;
  said = [];
  publish("1", { "": "the page", "assets/a.js": "script" });
  document.head.innerHTML = '<meta name="engine" content="/engine/1/">';
  const registration = {
    active: { scriptURL: "", postMessage: (message: unknown) => said.push(message) },
    pushManager: { getSubscription: async () => null },
    unregister: async () => {
      isRegistered = false;
      return true;
    },
  };
  const serviceWorker = {
    register: async () => {
      isRegistered = true;
      return registration;
    },
    ready: Promise.resolve(registration),
    getRegistration: async () => (isRegistered ? registration : undefined),
  };
  vi.stubGlobal("navigator", {
    ...{ serviceWorker, languages: ["en"], maxTouchPoints: 0 },
    get onLine() {
      return isOnline;
    },
    storage: {
      persist: async () => true,
      persisted: async () => true,
      estimate: async () => ({ usage: 7_000_000 }),
    },
  });
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("fetch", answer);
  offline = new KeptOffline();
});
afterEach(() => {
  document.head.innerHTML = "";
  vi.unstubAllGlobals();
});

test("a site without an engine offers nothing", async () => {
  document.head.innerHTML = "";
  await offline.look();
  expect(offline.status).toBe("unavailable");
});

test("a browser without service workers cannot keep anything, and says so when asked to", async () => {
  vi.stubGlobal("navigator", { onLine: true, languages: ["en"] });
  await offline.look();
  expect(offline.status).toBe("impossible");
  await offline.keep();
  expect(offline.trouble?.kind).toBe("impossible");
});

test("a private window without storage is told from a site that offers nothing", async () => {
  const refused = async (): Promise<never> => Promise.reject(new DOMException("no", "SecurityError"));
  vi.stubGlobal("caches", { match: refused, has: refused, open: refused, keys: refused });
  await offline.look();
  expect(offline.status).toBe("impossible");
  expect(offline.trouble).toBeNull();
});

test("looking does not start a worker, keeping does", async () => {
  await offline.look();
  expect([offline.status, offline.toDownload, isRegistered]).toEqual(["none", 4_000_000, false]);
  await offline.keep();
  expect([offline.status, isRegistered, offline.trouble]).toEqual(["kept", true, null]);
  expect(offline.keptBytes).toBe("the pagescript".length);
  expect(said).toContain("kept");
});

test("what is kept is there without a network", async () => {
  await offline.look();
  await offline.keep();
  isOnline = false;
  const later = new KeptOffline();
  await later.look();
  expect([later.status, later.trouble]).toEqual(["kept", null]);
});

test("a download without a network tells why and can be tried again", async () => {
  await offline.look();
  isOnline = false;
  await offline.keep();
  expect([offline.status, offline.trouble?.kind]).toEqual(["none", "network"]);
  expect(isRegistered).toBe(false);
  isOnline = true;
  await offline.keep();
  expect([offline.status, offline.trouble]).toEqual(["kept", null]);
});

test("a download that is stopped is no trouble", async () => {
  await offline.look();
  const keeping = offline.keep();
  expect(offline.status).toBe("loading");
  offline.stop();
  await keeping;
  expect([offline.status, offline.trouble]).toEqual(["none", null]);
});

test("an update is offered, downloaded on yes, and used only when somebody says so", async () => {
  await offline.look();
  await offline.keep();
  publish("2", { "": "the newer page", "assets/a.js": "script" });
  await offline.look();
  expect(offline.status).toBe("outdated");
  expect(offline.toDownload).toBeLessThan(4_000_000);
  await offline.update();
  expect([offline.status, offline.kept?.version]).toEqual(["ready", "1"]);
  // Also after the browser was closed.
  const later = new KeptOffline();
  await later.look();
  expect(later.status).toBe("ready");
  expect(await later.apply()).toBe(true);
  expect([later.status, later.kept?.version]).toEqual(["kept", "2"]);
  const reloaded = new KeptOffline();
  await reloaded.look();
  expect(said.at(-1)).toBe("tidy");
});

test("an update that fails leaves the version before", async () => {
  await offline.look();
  await offline.keep();
  publish("2", { "": "the newer page", "assets/a.js": "script" });
  await offline.look();
  isOnline = false;
  await offline.update();
  expect([offline.status, offline.kept?.version, offline.trouble?.kind]).toEqual([
    "outdated",
    "1",
    "network",
  ]);
});

test("what the browser cleared is found, told, and can be fetched again", async () => {
  await offline.look();
  await offline.keep();
  await offline.check();
  expect(offline.isChecked).toBe(true);
  const cache = await caches.open(cacheName("1"));
  await cache.put(`${FOLDER}assets/a.js`, new Response("spoilt"));
  await offline.check();
  expect([offline.status, offline.isChecked]).toEqual(["incomplete", false]);
  await offline.keep();
  expect(offline.status).toBe("kept");
  expect(await (await cache.match(`${FOLDER}assets/a.js`))?.text()).toBe("script");
});

test("removing ends the worker, and the files can be kept again", async () => {
  await offline.look();
  await offline.keep();
  expect(await offline.remove()).toBe(true);
  expect([offline.status, isRegistered, caches.named.size]).toEqual(["none", false, 0]);
  await offline.keep();
  expect(offline.status).toBe("kept");
});

test("the settings say what is kept and take it away again", async () => {
  render(OfflineSection, { games: 3 });
  const keep = await screen.findByRole("button", { name: "Make available offline" });
  expect(screen.getByText("Games on this device: 3")).toBeInTheDocument();
  expect(screen.getByText(/To download: 4.0/)).toBeInTheDocument();
  keep.click();
  expect(await screen.findByText(/^Ready to play offline/)).toBeInTheDocument();
  screen.getByRole("button", { name: "Check that everything is there" }).click();
  expect(await screen.findByText("Everything is there and undamaged.")).toBeInTheDocument();
  await speak("de");
  expect(await screen.findByText("Alles ist da und unbeschädigt.")).toBeInTheDocument();
  await speak("en");
  (await screen.findByRole("button", { name: "Remove from this device" })).click();
  const dialog = within(await screen.findByRole("dialog", { name: "Remove from this device" }));
  expect(dialog.queryByText(/cannot be opened again/)).toBeNull();
  expect(keptOffline.status).toBe("kept");
  dialog.getByRole("button", { name: "Remove from this device" }).click();
  expect(await screen.findByRole("button", { name: "Make available offline" })).toBeInTheDocument();
});

test("who removes it without a network is warned, and can keep it again later", async () => {
  await keptOffline.look();
  await keptOffline.keep();
  isOnline = false;
  render(OfflineSection, { games: 3 });
  (await screen.findByRole("button", { name: "Remove from this device" })).click();
  const dialog = within(await screen.findByRole("dialog", { name: "Remove from this device" }));
  expect(dialog.getByText(/cannot be opened again until there is a network/)).toBeInTheDocument();
  dialog.getByRole("button", { name: "Cancel" }).click();
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(keptOffline.status).toBe("kept");
});

test("what was removed can be kept again, even if the site could not be asked what it offers", async () => {
  await offline.look();
  await offline.keep();
  isOnline = false;
  const later = new KeptOffline();
  await later.look();
  expect(await later.remove()).toBe(true);
  expect(later.status).toBe("none");
  await later.keep();
  expect([later.status, later.trouble?.kind]).toEqual(["none", "network"]);
  isOnline = true;
  await later.keep();
  expect(later.status).toBe("kept");
});

test("the home page offers it, says when it is there, and is silent from then on", async () => {
  const { unmount } = render(OfflineOffer);
  (await screen.findByRole("button", { name: "Make available offline" })).click();
  await vi.waitFor(() => expect(keptOffline.status).toBe("kept"));
  expect(await screen.findByText(/^Ready to play offline/)).toBeInTheDocument();
  unmount();
  render(OfflineOffer);
  await keptOffline.look();
  expect(screen.queryByRole("region", { name: "Play without a network" })).toBeNull();
});

test("an app that is installed is kept, and asks for it only where the browser lets it", async () => {
  await keptOffline.remove();
  render(OfflineOffer);
  await screen.findByRole("button", { name: "Make available offline" });
  expect(screen.queryByRole("button", { name: "Install as an app" })).toBeNull();
  const prompt = vi.fn(async () => undefined);
  const offer = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt });
  dispatchEvent(offer);
  expect(offer.defaultPrevented).toBe(true);
  (await screen.findByRole("button", { name: "Install as an app" })).click();
  await vi.waitFor(() => expect(prompt).toHaveBeenCalledOnce());
  dispatchEvent(new Event("appinstalled"));
  await vi.waitFor(() => expect(keptOffline.status).toBe("kept"));
});
