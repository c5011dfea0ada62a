/* Shows pushed notices, and nothing else: it keeps no copy of anything, so no page is ever an old one. */
const words = new URL(self.location.href).searchParams;

// In another language it takes the place of the one before at once, also while pages are open.
self.addEventListener("install", () => void self.skipWaiting());

self.addEventListener("push", (event) => {
  event.waitUntil(show(event.data?.json() ?? {}));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(visit(event.notification.data.address));
});

async function show({ kind, table }) {
  if (kind !== "turn") return;
  await self.registration.showNotification(words.get("title") ?? "Elbowroom", {
    body: words.get("text") ?? "",
    icon: "/favicon.svg",
    badge: "/favicon.svg",
    // A table that waits for long is told of once.
    tag: table,
    data: { address: `/t/${encodeURIComponent(table)}` },
  });
}

/** Go to a page that is open there already, or open one. */
async function visit(address) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find((each) => new URL(each.url).pathname === address);
  await (page === undefined ? self.clients.openWindow(address) : page.focus());
}
