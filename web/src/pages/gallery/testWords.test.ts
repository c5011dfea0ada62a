import { expect, test } from "vitest";
import { said } from "./testWords";

test("a sentence of the server is said with its numbers as the language writes them", () => {
  const amount = { form: "decimal", value: 1.74 } as const;
  expect(
    said({
      key: "balance_about",
      params: { verdict: "strong", tokens: amount, low: { ...amount, value: 0.4 }, high: amount },
    }),
  ).toBe("Too strong by about 1.7 tokens (0.4 to 1.7).");
  expect(said({ key: "balance_at_least", params: { verdict: "weak", tokens: 2 } })).toBe(
    "Too weak by at least 2 tokens.",
  );
  const signed = { form: "signed", value: -0.3 } as const;
  expect(said({ key: "balance_balanced", params: { tokens: signed, low: signed, high: signed } })).toContain(
    "\u22120.3 tokens",
  );
  const share = { form: "percent", value: 0.35 } as const;
  expect(
    said({ key: "balance_wins", params: { share, low: share, high: share, box_share: share } }),
  ).toContain("35% of their games");
  expect(said({ key: "balance_all_ended", params: {} })).toBe("Every game ended.");
});

test("a sentence that this client does not know yet is not passed over", () => {
  expect(said({ key: "balance_of_tomorrow", params: {} })).toBe("balance_of_tomorrow");
});
