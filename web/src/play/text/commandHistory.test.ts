import { expect, test } from "vitest";
import { CommandHistory } from "./commandHistory";

test("the arrows go through what was typed and back to the line that was begun", () => {
  const history = new CommandHistory();
  for (const line of ["pick 1", "conquer 4"]) history.add(line);
  expect(history.older("en")).toBe("conquer 4");
  expect(history.older("conquer 4")).toBe("pick 1");
  expect(history.older("pick 1")).toBe("pick 1");
  expect(history.newer("pick 1")).toBe("conquer 4");
  expect(history.newer("conquer 4")).toBe("en");
  expect(history.newer("en")).toBe("en");
});

test("the same line twice in a row is kept once", () => {
  const history = new CommandHistory();
  for (const line of ["a", "b", "b"]) history.add(line);
  history.older("");
  expect(history.older("b")).toBe("a");
});
