/** The pictures of the documentation; `make screenshots` writes them to docs/img. */
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { Player } from "./player";
import { LONG_NAMES, MIDDLE } from "./positions";
import { test } from "./server";
import { choose, drawn, openTable } from "./tables";

const FOLDER = join(import.meta.dirname, "../../docs/img");
const QUALITY = 84;

async function keep(page: Page, name: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: join(FOLDER, `${name}.jpg`), quality: QUALITY, animations: "disabled" });
}

test.use({ viewport: { width: 1280, height: 800 } });
test.beforeEach(async ({ page }) => {
  await choose(page, { speed: "off", name: "Ann" });
});

test("the home page", async ({ page }) => {
  await page.goto("/");
  await keep(page, "home");
});

for (const players of [2, 3, 4, 5]) {
  test(`the map for ${players} players`, async ({ page }) => {
    const computers = Array.from({ length: players - 1 }, () => "easy");
    await page.goto(`/t/${await openTable(page, { players, computers })}`);
    await drawn(page);
    const others = page.locator("details.since");
    if (await others.isVisible()) {
      await others.locator("summary").click();
      await others.getByRole("button", { name: "Close" }).click();
    }
    await page.locator(".board").screenshot({ path: join(FOLDER, `map-${players}.jpg`), quality: QUALITY });
  });
}

test("a turn in the middle of a game, by day, by night and on a phone", async ({ page }) => {
  const table = await openTable(page, {
    players: 5,
    computers: Array<string>(4).fill("easy"),
    position: MIDDLE[5] ?? "",
  });
  await page.goto(`/t/${table}`);
  await drawn(page);
  await keep(page, "turn");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.reload();
  await drawn(page);
  await keep(page, "night");
  await page.setViewportSize({ width: 390, height: 800 });
  await page.emulateMedia({ colorScheme: "light" });
  await page.reload();
  await drawn(page);
  await keep(page, "phone");
});

test("redeployment", async ({ page }) => {
  await page.goto(`/t/${await openTable(page, { position: MIDDLE[2] ?? "" })}`);
  await page.locator("[data-action=end]").click();
  await page.getByRole("button", { name: "Spread evenly" }).click();
  await keep(page, "redeployment");
});

test("the end of a game", async ({ page }) => {
  await choose(page, { confirmEnd: false, confirmRoll: false });
  await page.goto(`/t/${await openTable(page)}`);
  const player = new Player(page);
  await player.playToTheEnd();
  await keep(page, "end");
});

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };

for (const language of ["de", "fi", "is"]) {
  for (const [where, viewport] of Object.entries(SIZES)) {
    test(`a table in ${language}, ${where}`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await choose(page, { language });
      await page.goto(`/t/${await openTable(page, { position: LONG_NAMES })}`);
      await drawn(page);
      await keep(page, `table-${language}-${where}`);
    });
  }
}
