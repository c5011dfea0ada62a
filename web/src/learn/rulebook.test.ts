import { afterEach, expect, test } from "vitest";
import { inOrder } from "../words/phrases";
import { languages, speak } from "../words/words";
import { chaptersOf } from "./rulebook";

afterEach(() => speak("en"));

test.each(languages)("races and powers stand in the order of the alphabet in $name", async ({ code }) => {
  await speak(code);
  const chapters = chaptersOf().filter(({ id }) => id === "races" || id === "powers");
  expect(chapters).toHaveLength(2);
  for (const { paragraphs } of chapters) {
    const titles = paragraphs.flatMap(({ piece, title }) => (piece === null ? [] : [title ?? ""]));
    expect(titles.length).toBeGreaterThan(13);
    expect(titles).toEqual(titles.toSorted(inOrder));
    expect(paragraphs.findIndex(({ piece }) => piece !== null)).toBe(paragraphs.length - titles.length);
  }
});
