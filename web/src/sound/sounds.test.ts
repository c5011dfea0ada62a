import { beforeEach, expect, test, vi } from "vitest";
import { settings } from "../settings/settings.svelte";
import { sounds } from "./sounds";

const started: number[] = [];

function node(): object {
  const param = () => ({
    value: 0,
    setValueAtTime: vi.fn(),
    linearRampToValueAtTime: vi.fn(),
    exponentialRampToValueAtTime: vi.fn(),
  });
  return {
    gain: param(),
    frequency: param(),
    Q: param(),
    connect: vi.fn(),
    start: (at: number) => started.push(at),
    stop: vi.fn(),
  };
}

class FakeContext {
  state = "running";
  currentTime = 10;
  sampleRate = 8000;
  destination = {};
  createGain = node;
  createOscillator = node;
  createBiquadFilter = node;
  createBufferSource = node;
  createBuffer = () => ({ copyToChannel: vi.fn() });
}

beforeEach(() => {
  vi.stubGlobal("AudioContext", FakeContext);
  started.length = 0;
  settings.choices.volume = 0.5;
  settings.choices.bell = true;
  vi.spyOn(document, "hidden", "get").mockReturnValue(false);
});

/** Sounds are made as soon as what makes them is loaded. */
async function heard(): Promise<void> {
  await import("./synthesis");
  await Promise.resolve();
}

test("nothing is heard before somebody has touched the page", async () => {
  sounds.play("token");
  await heard();
  expect(started).toEqual([]);
  dispatchEvent(new Event("pointerdown"));
  sounds.play("token");
  await heard();
  expect(started).not.toEqual([]);
});

test("a sound begins as much later as it was asked to", async () => {
  sounds.play("token", { after: 500 });
  await heard();
  expect(Math.min(...started)).toBeCloseTo(10.5);
});

test("volume 0 is silence, for the bell too", async () => {
  settings.choices.volume = 0;
  sounds.play("coin");
  sounds.play("bell");
  await heard();
  expect(started).toEqual([]);
});

test("a page that nobody looks at is silent but for the bell", async () => {
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  sounds.play("conquest");
  await heard();
  expect(started).toEqual([]);
  sounds.play("bell");
  await heard();
  expect(started).not.toEqual([]);
});

test("the bell can be switched off by itself", async () => {
  settings.choices.bell = false;
  sounds.play("bell");
  await heard();
  expect(started).toEqual([]);
  sounds.play("chat");
  await heard();
  expect(started).not.toEqual([]);
});
