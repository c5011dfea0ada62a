import type { Page } from "@playwright/test";
import { Player } from "./player";
import { expect, test } from "./server";
import { choose } from "./tables";

interface Lesson {
  id: string;
  steps: { id: string; accept: string[]; highlight: number[] }[];
}

/** Do what a step of a lesson asks for. */
async function obey(page: Page, step: Lesson["steps"][number]): Promise<void> {
  const player = new Player(page);
  const press = (id: string): Promise<void> => page.locator(`[data-action="${id}"]`).click();
  const [verb = "", where = ""] = (step.accept[0] ?? "").split(" ");
  switch (verb) {
    case "pick":
      await page
        .locator("button.combo")
        .nth(Number(where || 1) - 1)
        .click();
      return press(":confirm");
    case "redeploy":
      await page.getByRole("button", { name: "Spread evenly" }).click();
      return press(":confirm");
    case "expand":
      return press(":confirm");
    case "abandon":
      await player.tapRegion(Number(where));
      return press(":confirm");
    case "conquer":
    case "fortify": {
      const target = page.locator("g.region.target").first();
      await expect(target).toBeVisible();
      const region = where || String(step.highlight[0] ?? (await target.getAttribute("data-region")));
      await player.tapRegion(Number(region));
      return verb === "fortify" ? press(":confirm") : undefined;
    }
    case "decline":
      await press("decline");
      return page.locator("[data-answer=yes]").click();
    default:
      return press(verb);
  }
}

test("the lessons are played from the first to the last", async ({ page }) => {
  await choose(page, { speed: "off", confirmEnd: false, confirmRoll: false });
  await page.goto("/learn");
  const lessons = (await (await page.request.get("/api/lessons")).json()) as Lesson[];
  expect(lessons.length).toBeGreaterThanOrEqual(6);
  const done = page.locator(".coach li.done");
  for (const lesson of lessons) {
    await page.goto(`/learn/${lesson.id}`);
    for (const [at, step] of lesson.steps.entries()) {
      if ((await done.count()) > at) continue;
      await expect(done).toHaveCount(at);
      await expect(page.locator(".bar .asked")).toBeVisible();
      await obey(page, step);
      await expect(
        page.locator(`.coach li.done >> nth=${at}`).or(page.locator("dialog[open]")).first(),
      ).toBeAttached();
    }
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
