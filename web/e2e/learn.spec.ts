import { take, type Lesson } from "./lessons";
import { Player } from "./player";
import { expect, test } from "./server";
import { choose } from "./tables";

test("the lessons are played from the first to the last", async ({ page }) => {
  await choose(page, { speed: "off", confirmEnd: false, confirmRoll: false });
  await page.goto("/learn");
  const lessons = (await (await page.request.get("/api/lessons")).json()) as Lesson[];
  expect(lessons.length).toBeGreaterThanOrEqual(6);
  for (const lesson of lessons) {
    await page.goto(`/learn/${lesson.id}`);
    await take(page, lesson);
    // A game can be played after any of them.
    await expect(
      page.locator("dialog[open]").getByRole("button", { name: "Play a gentle game now" }),
    ).toBeVisible();
  }
  await page.goto("/learn");
  await expect(page.getByText(`${lessons.length} of ${lessons.length}`)).toBeVisible();
});

test("what a lesson does not ask for is not done, and it says so", async ({ page }) => {
  await choose(page, { speed: "off" });
  await page.goto("/learn/costs");
  await expect(page.locator("g.region.target").first()).toBeVisible();
  await new Player(page).tapRegion(7);
  await expect(page.locator(".objection")).toBeVisible();
  await expect(page.locator(".coach li.done")).toHaveCount(0);
});

test("in the workshop everything one can do with a race is in sight", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/workshop");
  await page.getByRole("button", { name: "Penguins" }).click();
  await expect(page.getByText("This can be played.")).toBeVisible();
  for (const name of [
    "Play it now",
    "Share by link",
    "Keep on this device",
    "Save as a file",
    "Clear the bench",
  ])
    await expect(page.getByRole("button", { name })).toBeInViewport({ ratio: 1 });
});

test("in the workshop all words of a race are in sight at once, however far down one changes something", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/workshop");
  await page.getByRole("button", { name: "Librarians" }).click();
  await expect(page.getByText("This can be played.")).toBeVisible();
  for (const depth of [400, 700, 1000]) {
    await page.evaluate((top) => scrollTo(0, top), depth);
    await expect(page.locator(".verdict article")).toBeInViewport({ ratio: 1 });
    const hidden = await page.locator(".judged").evaluate((each) => each.scrollHeight - each.clientHeight);
    expect(hidden).toBe(0);
  }
});
