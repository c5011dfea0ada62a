import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keptCache, renewWorker } from "../core/worker";
import { FakeCaches } from "../testing/fakeCaches";
import { m, speak } from "../words/words";
import { disablePush, enablePush, pushState } from "./push";

const SUBSCRIPTION = {
  endpoint: "https://push.example/1",
  expirationTime: null,
  keys: { p256dh: "p", auth: "a" },
};
let asked: [string, string, unknown][] = [];
let isSubscribed = false;
let permission: NotificationPermission = "granted";
let registered: string[] = [];
let isEnded = false;

const subscription = {
  ...SUBSCRIPTION,
  toJSON: () => SUBSCRIPTION,
  unsubscribe: async () => (isSubscribed = false),
};
const registration = {
  get active() {
    return registered.length === 0 ? null : { scriptURL: registered.at(-1) };
  },
  pushManager: {
    subscribe: async () => {
      isSubscribed = true;
      return subscription;
    },
    getSubscription: async () => (isSubscribed ? subscription : null),
  },
  unregister: async () => (isEnded = true),
};

function stub(): void {
  const serviceWorker = {
    register: async (address: string) => {
      registered.push(address);
      return registration;
    },
    ready: Promise.resolve(registration),
    getRegistration: async () => (registered.length > 0 && !isEnded ? registration : undefined),
  };
  vi.stubGlobal("navigator", { serviceWorker });
  vi.stubGlobal("PushManager", Object);
  vi.stubGlobal("Notification", {
    get permission() {
      return permission;
    },
    requestPermission: async () => permission,
  });
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    asked.push([init.method ?? "", path, init.body === undefined ? null : JSON.parse(String(init.body))]);
    return new Response(JSON.stringify(path === "/api/push/key" ? { key: "k" } : { push: null }));
  });
}

beforeEach(() => {
  asked = [];
  registered = [];
  isEnded = false;
  isSubscribed = false;
  permission = "granted";
  stub();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await speak("en");
});

test("the browser's own description goes to the server when notices are switched on", async () => {
  expect(await enablePush()).toBe("on");
  expect(asked).toContainEqual(["POST", "/api/push", SUBSCRIPTION]);
  expect(registered[0]).toMatch(/^http:\/\/localhost:\d+\/worker\.js\?title=It\+is\+your\+turn/);
});

test("nothing is registered for one who does not want it", async () => {
  permission = "denied";
  expect(await enablePush()).toBe("denied");
  expect(registered).toEqual([]);
});

test("switching off tells the server and leaves nothing behind", async () => {
  await enablePush();
  expect(await disablePush()).toBe("off");
  expect(asked).toContainEqual(["DELETE", "/api/push", { endpoint: SUBSCRIPTION.endpoint }]);
  expect(await pushState()).toBe("off");
  expect(isEnded).toBe(true);
});

test("switching off leaves the worker that keeps files to play offline", async () => {
  const caches = new FakeCaches();
  vi.stubGlobal("caches", caches);
  await caches.open(keptCache());
  await enablePush();
  await disablePush();
  expect(await pushState()).toBe("off");
  expect(isEnded).toBe(false);
});

test("a browser without push says so", async () => {
  vi.stubGlobal("navigator", {});
  expect(await pushState()).toBe("unavailable");
});

test("the worker is registered again when the language changes, and only then", async () => {
  await renewWorker();
  expect(registered).toEqual([]);
  await enablePush();
  await renewWorker();
  expect(registered).toHaveLength(1);
  vi.unstubAllGlobals();
  await speak("de");
  stub();
  await renewWorker();
  await renewWorker();
  expect(registered).toHaveLength(2);
  const words = new URL(registered[1] ?? "", "https://games.example").searchParams;
  expect(words.get("title")).toBe(m.web_notice_push_title());
  expect(words.get("text")).toBe(m.web_notice_push_text());
  expect(asked.filter(([method]) => method === "POST")).toHaveLength(1);
});
