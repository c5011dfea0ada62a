import { expect, test } from "vitest";
import { event } from "../../testing/events";
import { line, WHOLE_LOG } from "../../testing/game";
import { withLine, withLines } from "./step";

test("what was taken back is no line of the log, nor is that it was taken back", () => {
  const kept = [1, 2, 3, 6, 7, 8, 9, 10, 11, 12, 13, 14];
  expect(withLines(WHOLE_LOG).map(({ seq }) => seq)).toEqual(kept);
  const grown = WHOLE_LOG.reduce<ReturnType<typeof withLine>>(withLine, []);
  expect(grown).toEqual(withLines(WHOLE_LOG));
});

test("an undo takes back the entry that it names, and nothing that was written since", () => {
  const undo = { ...line(4, [], "undone"), takes_back: 2 };
  const log = withLines([line(1, []), line(2, []), line(3, [], "pauseasked"), undo]);
  expect(log.map(({ seq }) => seq)).toEqual([1, 3]);
});

test("the steps of one entry are one line", () => {
  const conquered = event("conquered");
  const log = [line(1, [conquered]), line(1, [conquered])].reduce<ReturnType<typeof withLine>>(withLine, []);
  expect(log).toEqual([line(1, [conquered, conquered])]);
});
