import { describe, expect, it, vi } from "vitest";
import { Refusal } from "../../core/http/refusal";
import { Confirmation } from "./confirmation.svelte";

const unsure = (): Refusal => new Refusal({ code: "confirm_yourself", params: {}, reason: "" });

describe("what asks for the password", () => {
  it("is done at once for somebody who has just come in", async () => {
    const confirmation = new Confirmation();
    const deed = vi.fn().mockResolvedValue(null);
    await confirmation.run(deed);
    expect(deed).toHaveBeenCalledExactlyOnceWith({});
    expect(confirmation.waiting).toBeNull();
  });

  it("waits for the password, and is done with it", async () => {
    const confirmation = new Confirmation();
    const deed = vi.fn().mockRejectedValueOnce(unsure()).mockResolvedValueOnce(null);
    await confirmation.run(deed);
    expect(confirmation.waiting).toBe(deed);
    await confirmation.answer("correct horse");
    expect(deed).toHaveBeenLastCalledWith({ password: "correct horse" });
    expect(confirmation.waiting).toBeNull();
  });

  it("says that a password was wrong, and goes on waiting", async () => {
    const confirmation = new Confirmation();
    const deed = vi.fn().mockRejectedValue(unsure());
    await confirmation.run(deed);
    await confirmation.answer("wrong");
    expect(confirmation.waiting).toBe(deed);
    expect(confirmation.error).toBeInstanceOf(Refusal);
    confirmation.cancel();
    expect(confirmation.waiting).toBeNull();
  });
});
