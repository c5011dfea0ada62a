import { afterEach, beforeEach, expect, test } from "vitest";
import { needWords, speak } from "../../words/words";
import { understood } from "./command";

beforeEach(() => needWords("game"));
afterEach(() => speak("en"));

test("a word of the notation is an action, with its numbers as they were typed", () => {
  expect(understood("redeploy 3:2 7:4")).toEqual({ kind: "action", text: "redeploy 3:2 7:4" });
});

test("a verb may be shouted and spaced, but names keep their letters", () => {
  expect(understood("  CONQUER    Moor ")).toEqual({ kind: "action", text: "conquer Moor" });
});

test("questions are told from actions, with what they are about", () => {
  expect(understood("Why 7")).toEqual({ kind: "question", word: "why", rest: "7" });
  expect(understood("rules dragon master")).toEqual({
    kind: "question",
    word: "rules",
    rest: "dragon master",
  });
  expect(understood("undo")).toEqual({ kind: "question", word: "undo", rest: "" });
});

test("nothing typed is nothing said", () => {
  expect(understood("   ")).toEqual({ kind: "nothing" });
});

test("words of the language become the notation before anything else reads them", async () => {
  await speak("de");
  expect(understood("Verteile  3:2 7:4")).toEqual({ kind: "action", text: "redeploy 3:2 7:4" });
  expect(understood("warum 7")).toEqual({ kind: "question", word: "why", rest: "7" });
  expect(understood("why 7")).toEqual({ kind: "question", word: "why", rest: "7" });
  expect(understood("flieg 7")).toEqual({ kind: "action", text: "flieg 7" });
});
