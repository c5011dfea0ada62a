/** Forced colours: the system chooses them, and what a colour told has to be told by a border or a colour of the system. */
import type { Locator } from "@playwright/test";
import { MIDDLE } from "./positions";
import { expect, test } from "./server";
import { choose, drawn, openTable } from "./tables";

test.use({ viewport: { width: 1200, height: 750 }, forcedColors: "active", colorScheme: "dark" });

test.beforeEach(async ({ page }) => {
  await choose(page, { speed: "off", name: "Ann" });
});

const styleOf = (part: Locator, property: string): Promise<string> =>
  part.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

/** Buttons that cannot be told from what is around them. */
async function borderless(page: Locator): Promise<string[]> {
  return page.evaluate((body) =>
    [...body.querySelectorAll<HTMLElement>("button, a.button, input:not([type]), select")].flatMap((part) => {
      const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(part);
      const isSeen =
        borderTopStyle !== "none" && borderTopWidth !== "0px" && borderTopColor !== backgroundColor;
      return !part.checkVisibility() || isSeen ? [] : [part.outerHTML.slice(0, 120)];
    }),
  );
}

for (const [name, address] of [
  ["home", "/"],
  ["settings", "/settings"],
  ["lobby", null],
] as const) {
  test(`${name} can be used with forced colours`, async ({ page }) => {
    await page.goto(address ?? `/t/${await openTable(page, { computers: [] })}`, {
      waitUntil: "networkidle",
    });
    await expect(page.locator("h1")).toBeVisible();
    expect(await borderless(page.locator("body"))).toEqual([]);
    const choices = page.locator("fieldset").first();
    const chosen = await styleOf(choices.locator("input:checked + span"), "background-color");
    const other = await styleOf(choices.locator("input:not(:checked) + span").first(), "background-color");
    expect(chosen).not.toBe(other);
    const secret = page.locator("section").filter({ hasText: "Invite friends" });
    await expect(page).toHaveScreenshot(`forced-${name}.png`, { mask: [secret] });
  });
}

test("the game can be played with forced colours", async ({ page }) => {
  await page.goto(`/t/${await openTable(page, { position: MIDDLE[2] ?? "" })}`);
  await drawn(page);
  await expect(page.locator("section.bar h2")).toBeVisible();
  expect(await borderless(page.locator("body"))).toEqual([]);
  const ground = await styleOf(page.locator("body"), "background-color");
  const owners = await Promise.all(
    [0, 1].map((seat) => styleOf(page.locator(`li[data-hand='${seat}'] .glyph path`).first(), "fill")),
  );
  expect(new Set([ground, ...owners]).size).toBe(3);
  const mark = page.locator("g.mark rect").first();
  expect(await styleOf(mark, "fill")).not.toBe(await styleOf(mark, "stroke"));
  const [turn, waiting] = await Promise.all(
    [0, 1].map((seat) => styleOf(page.locator(`li[data-hand='${seat}']`), "border-top-color")),
  );
  expect(turn).not.toBe(waiting);
  const [log, chat] = await Promise.all(
    ["Log", "Chat"].map((name) => styleOf(page.getByRole("button", { name }), "background-color")),
  );
  expect(log).not.toBe(chat);
  expect(await styleOf(page.getByRole("button", { name: "Undo" }), "opacity")).toBe("1");
  await page.getByRole("button", { name: "End conquests" }).click();
  const [primary, plain] = await Promise.all(
    ["Redeploy like this", "Spread evenly"].map((name) =>
      styleOf(page.getByRole("button", { name }), "outline-style"),
    ),
  );
  expect(primary).not.toBe(plain);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.locator("section.bar h2")).toHaveText(/Conquer/);
  await expect(page).toHaveScreenshot("forced-game.png");
});
