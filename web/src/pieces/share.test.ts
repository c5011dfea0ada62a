import { expect, it } from "vitest";
import { isOnlyHere, wholeAddress } from "./share";

it("knows the addresses that only this device has", () => {
  for (const here of ["localhost", "127.0.0.1", "127.9.0.1", "[::1]"]) expect(isOnlyHere(here)).toBe(true);
  for (const there of ["192.168.1.7", "127.0.0.1.example.org", "game.example.org", "[2001:db8::1]"]) {
    expect(isOnlyHere(there)).toBe(false);
  }
});

it("writes the whole address of a page, also under another address of the server", () => {
  expect(wholeAddress("/t/x#invite=y", "http://192.168.1.7:8710")).toBe(
    "http://192.168.1.7:8710/t/x#invite=y",
  );
  expect(wholeAddress("http://192.168.1.7:8710/t/x")).toBe("http://192.168.1.7:8710/t/x");
});
