/** Lessons, and somebody who does what they ask for. */
import { expect, type Page } from "@playwright/test";
import { Player } from "./player";

export interface Lesson {
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

/** Do everything that a lesson asks for, from its first step to its last. */
export async function take(page: Page, lesson: Lesson): Promise<void> {
  const done = page.locator(".coach li.done");
  for (const [at, step] of lesson.steps.entries()) {
    if ((await done.count()) > at) continue;
    await expect(done).toHaveCount(at);
    await expect(page.locator(".bar .asked")).toBeVisible();
    await obey(page, step);
    await expect(
      page.locator(`.coach li.done >> nth=${at}`).or(page.locator("dialog[open]")).first(),
    ).toBeAttached();
  }
}
