import { afterEach, describe, expect, it, vi } from "vitest";
import { settings } from "../../settings/settings.svelte";
import { Refusal, Unreachable } from "../http/refusal";
import { devicePlace } from "./devicePlace";
import type { Place } from "./place";
import { atPlace, hasChoiceOfPlace, isPlayedHere } from "./places";
import { serverPlace } from "./serverPlace";

/** What the head of the page says, and what the browser can do. */
function browse(named: Record<string, string>, isCapable = true): void {
  for (const [name, content] of Object.entries(named)) {
    document.head.append(Object.assign(document.createElement("meta"), { name, content }));
  }
  if (!isCapable) return;
  vi.stubGlobal("Worker", vi.fn());
  vi.stubGlobal("indexedDB", {});
}

/** A server that hands out the engine, and a site of plain files. */
const SERVER = { engine: "engine/1/" };
const STATIC = { site: "static", ...SERVER };

/** Somebody who notes where they were asked to work, and fails at the server. */
function worker(failure: Error | null = null): { asked: Place[]; work: (place: Place) => Promise<string> } {
  const asked: Place[] = [];
  return {
    asked,
    work: (place) => {
      asked.push(place);
      if (failure !== null && place === serverPlace) return Promise.reject(failure);
      return Promise.resolve("done");
    },
  };
}

afterEach(() => {
  vi.unstubAllGlobals();
  document.head.replaceChildren();
  settings.set("place", "server");
});

describe("where games are played", () => {
  it("is a choice where a server offers the engine to a browser that can run it", () => {
    browse(SERVER);
    expect(hasChoiceOfPlace()).toBe(true);
    expect(isPlayedHere()).toBe(false);
    settings.set("place", "device");
    expect(isPlayedHere()).toBe(true);
  });

  it("is the server where no engine is offered, or the browser cannot run it", () => {
    settings.set("place", "device");
    expect(hasChoiceOfPlace()).toBe(false);
    expect(isPlayedHere()).toBe(false);
    browse(SERVER, false);
    expect(hasChoiceOfPlace()).toBe(false);
    expect(isPlayedHere()).toBe(false);
  });

  it("is this device on a static site, whatever was chosen elsewhere", () => {
    browse(STATIC);
    expect(hasChoiceOfPlace()).toBe(false);
    expect(isPlayedHere()).toBe(true);
  });
});

describe("doing something at the place that was chosen", () => {
  it("asks only that place", async () => {
    browse(SERVER);
    const { asked, work } = worker();
    expect(await atPlace(work)).toBe("done");
    settings.set("place", "device");
    expect(await atPlace(work)).toBe("done");
    expect(asked).toEqual([serverPlace, devicePlace]);
  });

  it("is done here, and told, if the server cannot be reached", async () => {
    browse(SERVER);
    const { asked, work } = worker(new Unreachable());
    const tell = vi.fn();
    expect(await atPlace(work, tell)).toBe("done");
    expect(asked).toEqual([serverPlace, devicePlace]);
    expect(tell).toHaveBeenCalledOnce();
  });

  it("is not done here if the server refuses it", async () => {
    browse(SERVER);
    const refusal = new Refusal({ code: "bad_name", params: {}, reason: "no" });
    const { asked, work } = worker(refusal);
    await expect(atPlace(work)).rejects.toBe(refusal);
    expect(asked).toEqual([serverPlace]);
  });

  it("fails without a server if this device cannot play", async () => {
    browse(SERVER, false);
    const { asked, work } = worker(new Unreachable());
    const tell = vi.fn();
    await expect(atPlace(work, tell)).rejects.toBeInstanceOf(Unreachable);
    expect(asked).toEqual([serverPlace]);
    expect(tell).not.toHaveBeenCalled();
  });
});
