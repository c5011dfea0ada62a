import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import type { VersionInfo } from "../../api/kinds";
import Versions from "./Versions.svelte";

const version = (number: number, more: Partial<VersionInfo>): VersionInfo => ({
  digest: `d${number}`,
  number,
  at: 0,
  note: "",
  status: "shown",
  reason: "",
  test: null,
  ...more,
});

test("a version that waits is marked, and why one is hidden is told", () => {
  const hidden = version(2, { status: "hidden", reason: "A copy." });
  render(Versions, { history: [version(3, { status: "waiting" }), hidden, version(1, {})] });
  const [third, second, first] = screen.getAllByRole("listitem");
  expect(third).toHaveTextContent("Waits for a moderator");
  expect(second).toHaveTextContent("Others do not see this version. Why: A copy.");
  expect(first).not.toHaveTextContent(/moderator|Others/);
});
