import { expect, test } from "vitest";
import { hasRoomForColumn, widestMap } from "./room";

/** As on most screens. */
const REM = 17;
const inRem = (width: number, height: number) => ({ width: width / REM, height: height / REM });

test.each([
  { what: "a wide map in a small window", window: inRem(1280, 800), ratio: 1.42, hasRoom: false },
  { what: "a square map in a small window", window: inRem(1280, 800), ratio: 0.96, hasRoom: true },
  { what: "a wide map in a low window", window: inRem(1366, 657), ratio: 1.42, hasRoom: true },
  { what: "a wide map in a large window", window: inRem(1920, 1080), ratio: 1.42, hasRoom: true },
])("$what leaves room for the column: $hasRoom", ({ window, ratio, hasRoom }) => {
  expect(hasRoomForColumn(window, ratio)).toBe(hasRoom);
});

test("a higher window has a wider map", () => {
  expect(widestMap({ width: 80, height: 50 }, 1.4)).toBeGreaterThan(
    widestMap({ width: 80, height: 40 }, 1.4),
  );
});
