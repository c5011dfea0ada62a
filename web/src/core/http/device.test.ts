import { describe, expect, it } from "vitest";
import { deviceName } from "./device";

describe("the name of a device", () => {
  it("tells browsers apart that call themselves by several names", () => {
    const edge =
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0";
    const chrome = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36";
    const safari = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1";
    expect([edge, chrome, safari].map(deviceName)).toEqual([
      "Edge, Windows",
      "Chrome, Android",
      "Safari, iOS",
    ]);
  });

  it("says nothing of what it does not know", () => {
    expect(deviceName("Lynx/2.9")).toBe("");
  });
});
