import { beforeEach, expect, test } from "vitest";
import { around, CameraGuide } from "./cameraGuide";
import { Camera, type Area } from "./camera.svelte";

/** Ten places in a row, each 40 wide, on a map that is looked at from twice as near. */
const AREAS = new Map<number, Area>(
  Array.from({ length: 10 }, (_, at) => [at + 1, { x: at * 40, y: 0, width: 40, height: 100 }]),
);

function led(): { camera: Camera; guide: CameraGuide } {
  const camera = new Camera(() => [0, 0, 400, 300]);
  [camera.width, camera.height] = [400, 300];
  const guide = new CameraGuide(camera, "T", () => AREAS);
  guide.fit(2);
  return { camera, guide };
}

function sees(camera: Camera, ...regions: number[]): boolean {
  return regions.every((region) => camera.sees(AREAS.get(region) ?? around([])));
}

beforeEach(() => sessionStorage.clear());

test("what can be chosen is brought into sight if all of it fits", () => {
  const { camera, guide } = led();
  guide.look("conquer", [7, 8, 9], [1]);
  expect(sees(camera, 7, 8, 9)).toBe(true);
});

test("if it is too much, one's own regions are the middle", () => {
  const { camera, guide } = led();
  guide.look("conquer", [1, 5, 10], [6]);
  expect(camera.inBox({ x: 220, y: 0 }).x).toBe(200);
});

test("without own regions the map goes where most can be chosen", () => {
  const { camera, guide } = led();
  guide.look("conquer", [1, 8, 9, 10]);
  expect(sees(camera, 8, 9, 10)).toBe(true);
});

test("between the steps of a decision the map stays, unless nothing that can be chosen is seen", () => {
  const { camera, guide } = led();
  guide.look("conquer", [1, 5, 10], [6]);
  const { x } = camera;
  guide.look("conquer", [1, 5, 10], [9]);
  expect(camera.x).toBe(x);
  guide.look("conquer", [1]);
  expect(sees(camera, 1)).toBe(true);
});

test("a hand is not fought until something else matters", () => {
  const { camera, guide } = led();
  guide.look("conquer", [1]);
  camera.move(-1000, 0);
  guide.hold();
  guide.look("conquer", [1]);
  expect(sees(camera, 1)).toBe(false);
  guide.look("redeploy", [1]);
  expect(sees(camera, 1)).toBe(true);
});

test("who looked very closely steps back when more matters", () => {
  const { camera, guide } = led();
  camera.zoom(2);
  guide.hold();
  guide.look("conquer", [4, 5, 6]);
  expect(camera.scale).toBe(2);
  expect(sees(camera, 4, 5, 6)).toBe(true);
});

test("the whole map stays for the game once it was chosen, until one goes nearer again", () => {
  const { camera, guide } = led();
  camera.zoom(0);
  guide.hold();
  guide.look("redeploy", [1]);
  expect(camera.isNear).toBe(false);
  expect(led().camera.isNear).toBe(false);
  guide.approach(1.6);
  expect(camera.scale).toBe(2);
  expect(sees(camera, 1)).toBe(true);
  expect(led().camera.isNear).toBe(true);
});

test("a map that is large enough is left alone, however near somebody looks", () => {
  const { camera, guide } = led();
  guide.fit(1);
  camera.zoom(2, { x: 0, y: 0 });
  guide.hold();
  guide.look("conquer", [10]);
  expect([camera.scale, camera.x]).toEqual([2, 0]);
});

test("a screen that is turned keeps how much nearer one looked", () => {
  const { camera, guide } = led();
  guide.fit(1.5);
  expect(camera.scale).toBe(1.5);
});

test("where nothing on the map matters most it is seen as a whole, and from near again afterwards", () => {
  const { camera, guide } = led();
  guide.look("others", [9, 10]);
  guide.rise("pick");
  expect(camera.isNear).toBe(false);
  guide.fit(2);
  expect(camera.isNear).toBe(false);
  guide.hold();
  guide.look("conquer", [1, 2]);
  expect(camera.isNear).toBe(true);
  expect(sees(camera, 1, 2)).toBe(true);
});

test("it is seen as a whole from the start if a combo is picked before the size of the map is known", () => {
  const camera = new Camera(() => [0, 0, 400, 300]);
  const guide = new CameraGuide(camera, "T", () => AREAS);
  guide.fit(1);
  guide.rise("pick");
  [camera.width, camera.height] = [400, 300];
  guide.fit(2);
  expect(camera.isNear).toBe(false);
  guide.look("conquer", [1, 2]);
  expect(camera.isNear).toBe(true);
});
