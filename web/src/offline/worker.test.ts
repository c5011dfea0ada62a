/** `public/worker.js` in a browser of our own: its events are fired at it, and it gets these caches and this network. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import vm from "node:vm";
import { beforeEach, expect, test } from "vitest";
import { FakeCaches } from "../testing/fakeCaches";

const CODE = readFileSync(join(import.meta.dirname, "../../public/worker.js"), "utf8");

interface Asked {
  url: string;
  method: string;
  mode: string;
  headers: Headers;
}
type Listener = (event: object) => void;

class WorkerUnderTest {
  readonly folder: string;
  caches = new FakeCaches();
  network: (request: Asked) => Promise<Response>;
  /** What was asked of the network. */
  asked: string[] = [];
  /** The pages that are open. */
  pages: { url: string; focus: () => Promise<void> }[] = [];
  opened: string[] = [];
  shown: { title: string; options: Record<string, unknown> }[] = [];
  private readonly listeners = new Map<string, Listener>();

  constructor(folder: string) {
    this.folder = folder;
    this.network = async ({ url }) => new Response(`network ${url}`);
    this.start();
  }

  /** Start it, or start it anew, as browsers do whenever they like. */
  start(): void {
    this.listeners.clear();
    const self = {
      location: { href: `${this.folder}worker.js?title=Your+turn&text=They+wait` },
      addEventListener: (kind: string, listener: Listener) => this.listeners.set(kind, listener),
      skipWaiting: async () => undefined,
      clients: {
        claim: async () => undefined,
        matchAll: async () => this.pages,
        openWindow: async (address: string) => this.opened.push(address),
      },
      registration: {
        showNotification: async (title: string, options: Record<string, unknown>) =>
          this.shown.push({ title, options }),
      },
    };
    const fetch = (request: Asked): Promise<Response> => {
      this.asked.push(request.url);
      return this.network(request);
    };
    // Waiting takes no time here.
    const setTimeout = (then: () => void): unknown => setImmediate(then);
    vm.runInNewContext(CODE, { self, fetch, setTimeout, caches: this.caches, URL });
  }

  /** Ask for a file or a page; null if the worker leaves it to the browser. */
  async get(path: string, changes: Partial<Asked> = {}): Promise<string | null> {
    const request = {
      url: new URL(path, this.folder).href,
      method: "GET",
      mode: "cors",
      headers: new Headers(),
    };
    let answer: Promise<Response> | null = null;
    this.fire("fetch", {
      request: { ...request, ...changes },
      respondWith: (given: Promise<Response>) => (answer = given),
    });
    const given = answer as Promise<Response> | null;
    return given === null ? null : (await given).text();
  }

  visit(path: string): Promise<string | null> {
    return this.get(path, { mode: "navigate" });
  }

  async fireAndWait(kind: string, event: object): Promise<void> {
    let work: Promise<unknown> = Promise.resolve();
    this.fire(kind, { ...event, waitUntil: (given: Promise<unknown>) => (work = given) });
    await work;
  }

  /** Keep a version; its files say their version and path. */
  async keep(version: string, paths: string[], note: object = {}): Promise<void> {
    const cache = await this.caches.open(this.cacheName(version));
    for (const path of paths) {
      await cache.put(new URL(path, this.folder).href, new Response(`${version} ${path}`));
    }
    const files = paths.map((path) => ({ path, bytes: 1, sha256: "" }));
    const text = JSON.stringify({ version, files, is_static: false, before: null, ...note });
    await (await this.caches.open(this.cacheName("kept"))).put(`${this.folder}kept.json`, new Response(text));
  }

  cacheName(of: string): string {
    return `elbowroom ${new URL(this.folder).pathname} ${of}`;
  }

  private fire(kind: string, event: object): void {
    this.listeners.get(kind)?.(event);
  }
}

const FILES = ["", "assets/a.js", "api/box?v=1"];
const offline = async (): Promise<Response> => Promise.reject(new TypeError("no network"));
let worker: WorkerUnderTest;

beforeEach(() => {
  worker = new WorkerUnderTest("https://games.example/");
});

test("while nothing is kept everything comes from the network", async () => {
  expect(await worker.visit("learn")).toBe("network https://games.example/learn");
  expect(await worker.get("assets/a.js")).toBeNull();
  expect(await worker.get("api/box?v=1")).toBeNull();
});

test("a kept file comes from the device without asking the network, by its whole address", async () => {
  await worker.keep("1", FILES);
  expect(await worker.get("assets/a.js")).toBe("1 assets/a.js");
  expect(await worker.get("api/box?v=1")).toBe("1 api/box?v=1");
  expect(await worker.get("assets/a.js#part")).toBe("1 assets/a.js");
  expect(worker.asked).toEqual([]);
  expect(await worker.get("api/box?v=2")).toBeNull();
  expect(await worker.get("assets/b.js")).toBeNull();
});

test("answers of the server, changes, other sites and what asks past it are left alone", async () => {
  await worker.keep("1", [...FILES, "api/tables"]);
  await worker.visit("");
  expect(await worker.get("api/tables")).toBeNull();
  expect(await worker.get("assets/a.js", { method: "POST" })).toBeNull();
  expect(await worker.get("https://elsewhere.example/assets/a.js")).toBeNull();
  expect(await worker.get("assets/a.js", { headers: new Headers({ "x-from-network": "yes" }) })).toBeNull();
  expect(await worker.get("assets/a.js", { headers: new Headers({ range: "bytes=0-1" }) })).toBeNull();
});

test("a page of a server comes from the network, and from the device if that fails or is slow", async () => {
  await worker.keep("1", FILES);
  expect(await worker.visit("learn")).toBe("network https://games.example/learn");
  worker.network = offline;
  expect(await worker.visit("learn")).toBe("1 ");
  worker.network = async () => new Response("bad gateway", { status: 502 });
  expect(await worker.visit("t/abc")).toBe("1 ");
  worker.network = () => new Promise(() => undefined);
  expect(await worker.visit("t/abc")).toBe("1 ");
});

test("the pages of a server that say no are shown as they are", async () => {
  await worker.keep("1", FILES);
  worker.network = async () => new Response("not here", { status: 404 });
  expect(await worker.visit("t/abc")).toBe("not here");
});

test("a game on this device comes from the device", async () => {
  await worker.keep("1", FILES);
  expect(await worker.visit("local/abc")).toBe("1 ");
  expect(worker.asked).toEqual([]);
});

test("a static site shows its kept page, below any path, and leaves its neighbours alone", async () => {
  worker = new WorkerUnderTest("https://pages.example/games/elbowroom/");
  await worker.keep("1", FILES, { is_static: true });
  expect(await worker.visit("")).toBe("1 ");
  expect(await worker.visit("index.html")).toBe("1 ");
  expect(await worker.visit("?lang=de#/learn")).toBe("1 ");
  expect(worker.asked).toEqual([]);
  expect(await worker.visit("../other/")).toBeNull();
  expect(await worker.visit("docs")).toBe("network https://pages.example/games/elbowroom/docs");
});

test("pages that are files of their own are not replaced by ours", async () => {
  await worker.keep("1", FILES);
  await worker.visit("");
  worker.network = offline;
  expect(await worker.visit("picture.png")).toBeNull();
  expect(await worker.visit("api/tables/abc/record")).toBeNull();
});

test("if the browser has cleared a part, the network comes first, and what is left helps without it", async () => {
  await worker.keep("1", FILES, { is_static: true });
  await (await worker.caches.open(worker.cacheName("1"))).delete("https://games.example/api/box?v=1");
  expect(await worker.visit("")).toBe("network https://games.example/");
  expect(await worker.get("assets/a.js")).toBe("network https://games.example/assets/a.js");
  worker.network = offline;
  expect(await worker.visit("")).toBe("1 ");
  expect(await worker.get("assets/a.js")).toBe("1 assets/a.js");
});

test("storage that fails, or a note that cannot be read, leaves everything to the network", async () => {
  await worker.keep("1", FILES);
  await (
    await worker.caches.open(worker.cacheName("kept"))
  ).put("https://games.example/kept.json", new Response("{"));
  expect(await worker.visit("local/abc")).toBe("network https://games.example/local/abc");
  expect(await worker.get("assets/a.js")).toBe("network https://games.example/assets/a.js");
  worker.caches.match = async () => Promise.reject(new Error("broken"));
  worker.start();
  expect(await worker.visit("")).toBe("network https://games.example/");
  expect(await worker.get("assets/a.js")).toBe("network https://games.example/assets/a.js");
});

test("pages of the version before still find their files, until the last of them is closed", async () => {
  const page = (url: string) => ({ url, focus: async () => undefined });
  await worker.keep("1", ["", "assets/old.js"]);
  const before = { version: "1", files: [{ path: "" }, { path: "assets/old.js" }] };
  await worker.keep("2", FILES, { before });
  worker.network = offline;
  expect(await worker.get("assets/old.js")).toBe("1 assets/old.js");
  expect(await worker.visit("learn")).toBe("2 ");
  worker.pages = [page("https://games.example/"), page("https://games.example/t/a")];
  await worker.fireAndWait("message", { data: "tidy" });
  expect(await worker.caches.has(worker.cacheName("1"))).toBe(true);
  worker.pages.pop();
  await worker.fireAndWait("message", { data: "tidy" });
  expect(await worker.caches.has(worker.cacheName("1"))).toBe(false);
  expect(await worker.get("assets/a.js")).toBe("2 assets/a.js");
});

test("what is kept or removed while it runs counts from the message on", async () => {
  await worker.visit("");
  await worker.keep("1", FILES);
  expect(await worker.get("assets/a.js")).toBeNull();
  await worker.fireAndWait("message", { data: "kept" });
  expect(await worker.get("assets/a.js")).toBe("1 assets/a.js");
  for (const name of await worker.caches.keys()) await worker.caches.delete(name);
  await worker.fireAndWait("message", { data: "kept" });
  expect(await worker.get("assets/a.js")).toBeNull();
});

test("a pushed notice is shown in the words of its address, and a click goes to the table", async () => {
  await worker.fireAndWait("push", { data: { json: () => ({ kind: "turn", table: "abc" }) } });
  await worker.fireAndWait("push", { data: null });
  expect(worker.shown).toHaveLength(1);
  const [{ title, options } = { title: "", options: {} }] = worker.shown;
  expect([title, options["body"], options["tag"]]).toEqual(["Your turn", "They wait", "abc"]);
  const notification = { data: options["data"], close: () => undefined };
  await worker.fireAndWait("notificationclick", { notification });
  expect(worker.opened).toEqual(["https://games.example/t/abc"]);
  let isFocused = false;
  worker.pages = [{ url: "https://games.example/t/abc?at=3", focus: async () => void (isFocused = true) }];
  await worker.fireAndWait("notificationclick", { notification });
  expect(isFocused).toBe(true);
  expect(worker.opened).toHaveLength(1);
});
