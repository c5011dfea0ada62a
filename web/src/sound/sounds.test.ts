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

test("nothing is heard before somebody has touched the page", () => {
  sounds.play("token");
  expect(started).toEqual([]);
  dispatchEvent(new Event("pointerdown"));
  sounds.play("token");
  expect(started).not.toEqual([]);
});

test("a sound begins as much later as it was asked to", () => {
  sounds.play("token", { after: 500 });
  expect(Math.min(...started)).toBeCloseTo(10.5);
});

test("volume 0 is silence, for the bell too", () => {
  settings.choices.volume = 0;
  sounds.play("coin");
  sounds.play("bell");
  expect(started).toEqual([]);
});

test("a page that nobody looks at is silent but for the bell", () => {
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  sounds.play("conquest");
  expect(started).toEqual([]);
  sounds.play("bell");
  expect(started).not.toEqual([]);
});

test("the bell can be switched off by itself", () => {
  settings.choices.bell = false;
  sounds.play("bell");
  expect(started).toEqual([]);
  sounds.play("chat");
  expect(started).not.toEqual([]);
});
