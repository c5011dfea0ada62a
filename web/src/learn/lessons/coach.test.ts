import { expect, test } from "vitest";
import type { Lesson, LogLine } from "../../api/kinds";
import { Coach } from "./coach.svelte";

const LESSON: Lesson = {
  id: "start",
  position: "",
  steps: [
    { id: "pick", accept: ["pick 2"], highlight: [], show: "column" },
    { id: "enter", accept: ["conquer 3"], highlight: [3], show: null },
    { id: "next", accept: ["conquer", "end"], highlight: [], show: null },
  ],
};

const line = (seq: number, what: string, seat: number | null): LogLine => ({
  seq,
  what,
  seat,
  at: 0,
  events: [],
});

test("only what the step asks for is allowed", () => {
  const coach = new Coach(LESSON);
  expect(coach.allow("pick 1")).not.toBeNull();
  expect(coach.objection).not.toBeNull();
  expect(coach.allow("pick 2")).toBeNull();
  expect(coach.objection).toBeNull();
});

test("the first words of an action suffice, but only whole words", () => {
  const coach = new Coach(LESSON);
  coach.at = 2;
  expect(coach.allow("conquer 14")).toBeNull();
  expect(coach.allow("conquered")).not.toBeNull();
  coach.at = 1;
  expect(coach.allow("conquer 30")).not.toBeNull();
});

test("a step is done when it happened, and what was before the lesson does not count", () => {
  const coach = new Coach(LESSON);
  const log = [line(1, "joined", 0), line(2, "acted", 0)];
  coach.hear(log);
  expect(coach.at).toBe(0);
  coach.hear([...log, line(3, "acted", 0)]);
  expect(coach.at).toBe(1);
});

test("what others do is no step", () => {
  const coach = new Coach(LESSON);
  coach.hear([line(1, "started", null)]);
  coach.hear([line(1, "started", null), line(2, "acted", 1), line(3, "said", 0)]);
  expect(coach.at).toBe(0);
});

test("what is taken back is one step less", () => {
  const coach = new Coach(LESSON);
  coach.hear([]);
  coach.hear([line(1, "acted", 0), line(2, "acted", 0), line(3, "undone", 0)]);
  expect(coach.at).toBe(1);
});

test("after the last step the lesson is done, and asks for nothing more", () => {
  const coach = new Coach(LESSON);
  coach.hear([]);
  coach.hear([1, 2, 3, 4].map((seq) => line(seq, "acted", 0)));
  expect(coach.isDone).toBe(true);
  expect(coach.step).toBeNull();
  expect(coach.allow("end")).not.toBeNull();
});
