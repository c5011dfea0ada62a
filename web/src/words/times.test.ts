import { describe, expect, it } from "vitest";
import { ago, duration } from "./times";

describe("times in words", () => {
  it("tells a duration in the largest unit that tells it exactly", () => {
    expect([30, 90, 180, 3_600, 172_800].map(duration)).toEqual([
      "30 seconds",
      "90 seconds",
      "3 minutes",
      "1 hour",
      "2 days",
    ]);
  });

  it("tells no time at all as seconds", () => {
    expect(duration(0)).toBe("0 seconds");
  });

  it("tells roughly how long ago something was", () => {
    const now = 1_000_000;
    expect([now - 20, now - 200, now - 90_000].map((at) => ago(at, now))).toEqual([
      "now",
      "3 minutes ago",
      "yesterday",
    ]);
  });

  it("takes a clock that is ahead of ours for now", () => {
    expect(ago(1_000, 900)).toBe("now");
  });
});
