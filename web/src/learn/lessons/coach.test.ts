import { expect, test } from "vitest";
import type { Lesson } from "../../api/kinds";
import { pastStep, type Step } from "../../core/table/step";
import { line } from "../../testing/game";
import { m, speak } from "../../words/words";
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

/** The answers of the learner, each an entry of its own. */
function acts(coach: Coach, ...seqs: number[]): void {
  for (const seq of seqs) coach.follow(step(seq, { text: "an answer" }));
}

function step(seq: number, more: Partial<Step> = {}): Step {
  return { ...pastStep(line(seq, [])), isLive: true, ...more };
}

test("only what the step asks for is allowed", () => {
  const coach = new Coach(LESSON);
  expect(coach.allow(["pick 1"])).not.toBeNull();
  expect(coach.objection).not.toBeNull();
  expect(coach.allow(["pick 2"])).toBeNull();
  expect(coach.objection).toBeNull();
});

test("a step that asks for one combo says which, and any other step none", () => {
  const coach = new Coach(LESSON);
  expect(coach.combo).toBe(1);
  acts(coach, 1);
  expect(coach.combo).toBeNull();
  const any = {
    ...LESSON,
    steps: [{ id: "pick", accept: ["pick"], highlight: [], show: "column" as const }],
  };
  expect(new Coach(any).combo).toBeNull();
});

test("an objection is told in the language that is spoken", async () => {
  const coach = new Coach(LESSON);
  coach.allow(["pick 1"]);
  const english = coach.objection;
  await speak("de");
  expect(coach.objection).toBe(m.web_learn_objection());
  expect(coach.objection).not.toBe(english);
  await speak("en");
});

test("the first words of an action suffice, but only whole words", () => {
  const coach = new Coach(LESSON);
  acts(coach, 1);
  expect(coach.allow(["conquer 30"])).not.toBeNull();
  acts(coach, 2);
  expect(coach.allow(["conquer 14"])).toBeNull();
  expect(coach.allow(["conquered"])).not.toBeNull();
});

test("several actions of one command are what several steps ask for", () => {
  const coach = new Coach(LESSON);
  acts(coach, 1);
  expect(coach.allow(["conquer 3", "end"])).toBeNull();
  expect(coach.allow(["conquer 3", "decline"])).not.toBeNull();
});

test("what others do is no step, nor what is no answer", () => {
  const coach = new Coach(LESSON);
  coach.follow(step(1, { seat: 1, text: "end" }));
  coach.follow(step(2, { what: "said" }));
  coach.follow(step(3));
  expect(coach.at).toBe(0);
});

test("what is taken back is not done any more, with all answers of its command", () => {
  const coach = new Coach(LESSON);
  acts(coach, 1, 2, 2);
  expect(coach.at).toBe(3);
  coach.follow(step(3, { what: "undone", takesBack: 2 }));
  expect(coach.at).toBe(1);
});

test("after the last step the lesson is done, and asks for nothing more", () => {
  const coach = new Coach(LESSON);
  acts(coach, 1, 2, 3, 4);
  expect(coach.isDone).toBe(true);
  expect(coach.step).toBeNull();
  expect(coach.allow(["end"])).not.toBeNull();
});
