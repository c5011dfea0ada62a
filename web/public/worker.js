/*
 * The service worker has two jobs: it shows pushed notices, and it answers from the files that are kept to play offline
 * (`src/offline/`). What is not kept is left to the browser, and whatever goes wrong here is, too.
 */
const words = new URL(self.location.href).searchParams;
const FOLDER = new URL(".", self.location.href).href;
const PATH = new URL(FOLDER).pathname;
/** How long a server may take to answer before its page comes from the device, in milliseconds. */
const MAX_WAIT = 4_000;
/** Answers of something before the server that tell that it is not there. */
const GONE = [502, 503, 504];

const cacheName = (of) => `elbowroom ${PATH} ${of}`;

/** What is kept: for each address its cache, newest first. Undefined until it was read, null if nothing is kept. */
let kept;

// In another language it takes the place of the one before at once, also while pages are open.
self.addEventListener("install", () => void self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  event.waitUntil(show(event.data?.json() ?? {}));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(visit(event.notification.data.address));
});

// A page says that what is kept has changed ("kept"), or that it came with the newest version ("tidy").
self.addEventListener("message", (event) => event.waitUntil(listen(event.data)));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (!mayBeKept(request)) return;
  if (kept !== undefined && !isPage(request) && !kept?.caches.has(addressOf(request))) return;
  event.respondWith(answer(request).catch(() => fetch(request)));
});

async function show({ kind, table }) {
  if (kind !== "turn") return;
  await self.registration.showNotification(words.get("title") ?? "Elbowroom", {
    body: words.get("text") ?? "",
    icon: `${FOLDER}icon-192.png`,
    badge: `${FOLDER}favicon.svg`,
    // A table that waits for long is told of once.
    tag: table,
    data: { address: `${FOLDER}t/${encodeURIComponent(table)}` },
  });
}

/** Go to a page that is open there already, or open one. */
async function visit(address) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find((each) => each.url.split(/[?#]/)[0] === address);
  await (page === undefined ? self.clients.openWindow(address) : page.focus());
}

/** Where a file lies; what stands behind the # says only which part of it is meant. */
function addressOf(request) {
  return request.url.split("#")[0];
}

/** Whether a request could be answered from what is kept, as far as one sees from itself. */
function mayBeKept(request) {
  if (request.method !== "GET" || !request.url.startsWith(FOLDER)) return false;
  if (request.headers.has("x-from-network") || request.headers.has("range")) return false;
  const { pathname, searchParams } = new URL(request.url);
  // Answers of a server that never change name its edition; all others are only ever its own.
  return !pathname.startsWith(`${PATH}api/`) || searchParams.has("v");
}

/** Whether somebody goes to a page of ours; a file with a suffix is none. */
function isPage(request) {
  if (request.mode !== "navigate") return false;
  const path = new URL(request.url).pathname.slice(PATH.length);
  return path === "index.html" || (!path.startsWith("api/") && !path.split("/").at(-1).includes("."));
}

async function answer(request) {
  // Each page that opens sees what is kept by then.
  if (kept === undefined || isPage(request)) kept = await readKept();
  if (kept === null) return fetch(request);
  if (isPage(request)) return pageFor(request);
  const address = addressOf(request);
  if (!kept.caches.has(address)) return fetch(request);
  if (kept.isComplete) return (await keptFile(address)) ?? fetch(request);
  return fetch(request).catch(async (error) => (await keptFile(address)) ?? Promise.reject(error));
}

async function pageFor(request) {
  const path = new URL(request.url).pathname.slice(PATH.length);
  // A static site has a single page.
  if (kept.isStatic && path !== "" && path !== "index.html") return fetch(request);
  const isFirstKept = kept.isComplete && (kept.isStatic || path.startsWith("local/"));
  if (isFirstKept) return (await keptFile(FOLDER)) ?? fetch(request);
  const coming = fetch(request);
  const inTime = await Promise.race([coming.catch(() => null), pause()]);
  if (inTime !== null && !GONE.includes(inTime.status)) return inTime;
  return (await keptFile(FOLDER)) ?? coming;
}

/** Nothing, after as long as a server may take. */
function pause() {
  return new Promise((resolve) => setTimeout(() => resolve(null), MAX_WAIT));
}

async function keptFile(address) {
  for (const name of kept?.caches.get(address) ?? []) {
    const found = await caches.match(address, { cacheName: name, ignoreVary: true });
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Read the note that says which version is used; it is written when all its files are there. */
async function readKept() {
  const found = await caches.match(`${FOLDER}kept.json`, { cacheName: cacheName("kept") });
  if (found === undefined) return null;
  const note = await found.json();
  const versions = [note, ...(note.before === null ? [] : [note.before])];
  const named = new Map();
  for (const { version, files } of versions) {
    for (const { path } of files) {
      const address = new URL(path, FOLDER).href;
      named.set(address, [...(named.get(address) ?? []), cacheName(version)]);
    }
  }
  return { caches: named, isStatic: note.is_static, isComplete: await isComplete(note), before: note.before };
}

/** Whether the browser has not cleared a part of it meanwhile. */
async function isComplete({ version, files }) {
  const name = cacheName(version);
  if (!(await caches.has(name))) return false;
  const there = new Set((await (await caches.open(name)).keys()).map(({ url }) => url));
  return files.every(({ path }) => there.has(new URL(path, FOLDER).href));
}

/** Look again what is kept; throw away the version before if the page that asks for it is the only one. */
async function listen(said) {
  kept = await readKept().catch(() => null);
  if (said !== "tidy" || !kept?.before) return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const ours = pages.filter(({ url }) => url.startsWith(FOLDER));
  if (ours.length === 1) await caches.delete(cacheName(kept.before.version));
}
