import { afterEach, beforeEach, expect, test } from "vitest";
import { needWords, speak } from "../../words/words";
import { refusalText } from "../../words/refusals";
import { codeInOwnWords, inOwnWords } from "./ownWords";

beforeEach(() => needWords("game", "pieces", "refusals"));
afterEach(() => speak("en"));

test("in English everything stays as it is", () => {
  for (const text of ["conquer 7", "redeploy 3:2 7:4", "log all", "rules trolls", "fly"]) {
    expect(inOwnWords(text)).toBe(text);
  }
});

test("what can be typed is shown in the words of the language", async () => {
  await speak("de");
  expect(inOwnWords("conquer 7")).toBe("erobere 7");
  expect(inOwnWords("regions mine")).toBe("regionen meine");
  expect(inOwnWords("rules trolls")).toBe("regeln trolle");
  expect(inOwnWords("rules flying")).toBe("regeln fliegend");
  expect(inOwnWords("say all")).toBe("sag all");
  expect(inOwnWords("elbowroom replay")).toBe("elbowroom replay");
  expect(codeInOwnWords("Mit `end` geht es weiter, nicht mit end; `x`.")).toBe(
    "Mit `beende` geht es weiter, nicht mit end; `x`.",
  );
});

test("a refusal offers words of the language", async () => {
  await speak("de");
  const told = refusalText("unknown_verb", { verb: "erober", phase: "ready", known: ["expand", "decline"] });
  expect(told).toContain("`erober`");
  expect(told).toContain("ausbreiten, untergehen");
  expect(told).not.toContain("expand");
});
