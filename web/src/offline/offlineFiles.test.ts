import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cacheName, keptCache } from "../core/worker";
import { FakeCaches } from "../testing/fakeCaches";
import {
  addressOf,
  downloadFiles,
  filesToFetch,
  keptVersion,
  missingFiles,
  removeFiles,
  useVersion,
  wrongFiles,
} from "./offlineFiles";
import { offeredList, type OfflineList } from "./offlineList";

const FOLDER = new URL("/", location.href).href;
/** What the site has, by path; a number says after how many bytes it is cut off. */
let files: Record<string, string> = {};
let cut: Record<string, number> = {};
let asked: string[] = [];
let isOnline = true;
let offered: OfflineList | null = null;
let caches: FakeCaches;

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The list of a version: a text of each path, and whether it is checked. */
function listed(version: string, texts: Record<string, string>, unchecked: string[] = []): OfflineList {
  const entries = Object.entries(texts).map(([path, text]) => ({
    path,
    bytes: text.length,
    sha256: unchecked.includes(path) ? "" : hash(text),
  }));
  return { version, files: entries, download_bytes: 10 };
}

/** Let the site be of this version. */
function publish(version: string, texts: Record<string, string>, unchecked: string[] = []): OfflineList {
  files = { ...texts };
  offered = listed(version, texts, unchecked);
  return offered;
}

async function answer(address: string): Promise<Response> {
  if (!isOnline) throw new TypeError("no network");
  const path = address.slice(FOLDER.length);
  if (path === "offline.json") return new Response(JSON.stringify(offered), { status: offered ? 200 : 404 });
  asked.push(path);
  const text = files[path];
  if (text === undefined) return new Response("", { status: 404 });
  const end = cut[path];
  if (end === undefined) return new Response(text, { headers: { "content-encoding": "br", etag: "1" } });
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode(text.slice(0, end)));
      stream.error(new TypeError("cut"));
    },
  });
  return new Response(body);
}

const keep = async (list: OfflineList, told: number[] = []): Promise<void> => {
  await downloadFiles(list, new AbortController().signal, (bytes) => told.push(bytes));
  await useVersion(list);
};

const keptText = async (version: string, path: string): Promise<string | undefined> => {
  const found = await caches.match(FOLDER + path, { cacheName: cacheName(version) });
  return found?.text();
};

const ONE = { "": "the page", "assets/a.js": "first", "engine/e.wasm": "a large engine" };

beforeEach(() => {
  caches = new FakeCaches();
  cut = {};
  asked = [];
  isOnline = true;
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("fetch", answer);
});
afterEach(() => vi.unstubAllGlobals());

test("every file is kept, and the progress ends at all bytes", async () => {
  const list = publish("1", ONE);
  const told: number[] = [];
  await keep(list, told);
  expect(told[0]).toBe(0);
  expect(told.at(-1)).toBe("the pagefirsta large engine".length);
  expect(told).toEqual([...told].sort((one, other) => one - other));
  expect(await keptVersion()).toMatchObject({ version: "1", is_static: false, before: null });
  expect(await keptText("1", "engine/e.wasm")).toBe("a large engine");
  expect(await missingFiles(list)).toEqual([]);
});

test("headers that tell of the way over the network are not kept, others are", async () => {
  await keep(publish("1", ONE));
  const found = await caches.match(FOLDER, { cacheName: cacheName("1") });
  expect(found?.headers.get("content-encoding")).toBeNull();
  expect(found?.headers.get("etag")).toBe("1");
});

test("a download that was cut goes on where it was", async () => {
  const list = publish("1", ONE);
  cut = { "engine/e.wasm": 3 };
  await expect(keep(list)).rejects.toMatchObject({ kind: "cut" });
  expect(await keptVersion()).toBeNull();
  cut = {};
  const known = await missingFiles(list);
  asked = [];
  await keep(list);
  expect(asked).toEqual(known.map(({ path }) => path));
  expect(asked).toContain("engine/e.wasm");
  expect(asked).not.toContain("assets/a.js");
});

test("a file with another content is refused, after one more try past the browser's own cache", async () => {
  const list = publish("1", ONE);
  files["assets/a.js"] = "wrong";
  await expect(keep(list)).rejects.toMatchObject({ kind: "damaged" });
  expect(asked.filter((path) => path === "assets/a.js")).toHaveLength(2);
  expect(await keptText("1", "assets/a.js")).toBeUndefined();
  expect(await keptVersion()).toBeNull();
});

test("a file that ends too early without an error counts as cut off", async () => {
  const list = publish("1", ONE);
  files["assets/a.js"] = "fi";
  await expect(keep(list)).rejects.toMatchObject({ kind: "cut" });
});

test("without a network that is what is said", async () => {
  const list = publish("1", ONE);
  isOnline = false;
  await expect(keep(list)).rejects.toMatchObject({ kind: "network" });
  await expect(offeredList()).rejects.toMatchObject({ kind: "network" });
});

test("a device without room says so, and the version before stays as it was", async () => {
  await keep(publish("1", ONE));
  caches.room = 8;
  const next = publish("2", { ...ONE, "engine/e.wasm": "another engine" });
  await expect(keep(next)).rejects.toMatchObject({ kind: "full" });
  expect(await keptVersion()).toMatchObject({ version: "1" });
  expect(await wrongFiles(listed("1", ONE))).toEqual([]);
});

test("storage that is refused makes it impossible", async () => {
  const list = publish("1", ONE);
  const refused = async (): Promise<never> => Promise.reject(new DOMException("no", "SecurityError"));
  vi.stubGlobal("caches", { match: refused, has: refused, open: refused, keys: refused });
  await expect(keep(list)).rejects.toMatchObject({ kind: "impossible" });
  await expect(keptVersion()).rejects.toMatchObject({ kind: "impossible" });
});

test("an update fetches only what changed, and the pages that are open keep the version before", async () => {
  await keep(publish("1", ONE));
  const next = publish("2", { ...ONE, "": "a newer page", "assets/b.js": "first", "assets/c.js": "new" });
  expect((await filesToFetch(next)).map(({ path }) => path).sort()).toEqual(["", "assets/c.js"]);
  asked = [];
  await keep(next);
  expect(asked.sort()).toEqual(["", "assets/c.js"]);
  expect(await keptText("2", "assets/b.js")).toBe("first");
  expect(await keptVersion()).toMatchObject({ version: "2", before: { version: "1" } });
  expect(await keptText("1", "")).toBe("the page");
  await keep(publish("3", ONE));
  expect([...caches.named.keys()].sort()).toEqual([cacheName("2"), cacheName("3"), keptCache()].sort());
});

test("a file of the version before that was damaged is fetched anew", async () => {
  await keep(publish("1", ONE));
  await (await caches.open(cacheName("1"))).put(FOLDER + "assets/a.js", new Response("spoilt"));
  const next = publish("2", { ...ONE, "": "a newer page" });
  asked = [];
  await keep(next);
  expect(asked).toContain("assets/a.js");
  expect(await keptText("2", "assets/a.js")).toBe("first");
});

test("a half-downloaded update leaves the version before in use, and is cleared away by the next one", async () => {
  await keep(publish("1", ONE));
  cut = { "engine/f.wasm": 2 };
  const half = publish("2", { ...ONE, "engine/f.wasm": "the newer engine" });
  await expect(keep(half)).rejects.toMatchObject({ kind: "cut" });
  expect(await keptVersion()).toMatchObject({ version: "1" });
  expect(await missingFiles(listed("1", ONE))).toEqual([]);
  expect(await caches.has(cacheName("2"))).toBe(true);
  await keep(publish("3", ONE));
  expect(await caches.has(cacheName("2"))).toBe(false);
});

test("a version is never used before all of it is there", async () => {
  const list = publish("1", ONE);
  await downloadFiles(list, new AbortController().signal, () => undefined);
  await (await caches.open(cacheName("1"))).delete(FOLDER + "assets/a.js");
  await expect(useVersion(list)).rejects.toMatchObject({ kind: "cut" });
  expect(await keptVersion()).toBeNull();
});

test("a page that cannot be checked is not kept if the site changed meanwhile", async () => {
  const list = publish("1", ONE, [""]);
  publish("2", { ...ONE, "": "a page of another version" }, [""]);
  await expect(keep(list)).rejects.toMatchObject({ kind: "changed" });
  expect(await keptText("1", "")).toBeUndefined();
  await keep(offered ?? list);
  expect(await keptText("2", "")).toBe("a page of another version");
});

test("a file that the site no longer has means that the site changed", async () => {
  const list = publish("1", ONE);
  delete files["assets/a.js"];
  await expect(keep(list)).rejects.toMatchObject({ kind: "changed" });
});

test("a download that was stopped keeps what had arrived", async () => {
  const list = publish("1", ONE);
  const stopping = new AbortController();
  const stopped = downloadFiles(list, stopping.signal, (bytes) => bytes > 5 && stopping.abort());
  await expect(stopped).rejects.toMatchObject({ name: "AbortError" });
  expect(await keptVersion()).toBeNull();
  await keep(list);
  expect(await wrongFiles(list)).toEqual([]);
});

test("what the browser has cleared is missed, what is damaged is found and thrown away", async () => {
  const list = publish("1", ONE);
  await keep(list);
  const cache = await caches.open(cacheName("1"));
  await cache.delete(FOLDER + "assets/a.js");
  await cache.put(FOLDER + "engine/e.wasm", new Response("a large engin3"));
  expect((await missingFiles(list)).map(addressOf)).toEqual([FOLDER + "assets/a.js"]);
  expect((await wrongFiles(list)).map(({ path }) => path)).toEqual(["assets/a.js", "engine/e.wasm"]);
  expect(await missingFiles(list)).toHaveLength(2);
  await keep(list);
  expect(await wrongFiles(list)).toEqual([]);
  await caches.delete(cacheName("1"));
  expect(await wrongFiles(list)).toHaveLength(3);
});

test("removing leaves nothing of this site, and everything of others", async () => {
  await keep(publish("1", ONE));
  await caches.open("elbowroom /other/ 1");
  await removeFiles();
  expect([...caches.named.keys()]).toEqual(["elbowroom /other/ 1"]);
});

test("a site without a list, or with a page in its place, offers nothing", async () => {
  offered = null;
  expect(await offeredList()).toBeNull();
  vi.stubGlobal("fetch", async () => new Response("<!doctype html>"));
  expect(await offeredList()).toBeNull();
});
