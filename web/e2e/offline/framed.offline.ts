/** The page of our docs that shows the site in a frame. */
import { mkdir, mkdtemp, copyFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storedRows } from "./rows";
import { expect, test } from "./staticSite";

const PAGE = join(import.meta.dirname, "../../../docs/play.html");

test("the page of the docs shows the site in its frame, and a game is played there", async ({
  page,
  site,
}) => {
  // As in a clone: the page lies in docs, the site in dist.
  const clone = await mkdtemp(join(tmpdir(), "elbowroom-clone-"));
  try {
    await mkdir(join(clone, "docs"));
    await mkdir(join(clone, "dist"));
    await copyFile(PAGE, join(clone, "docs/play.html"));
    await symlink(site.folder, join(clone, "dist/site"));
    site.folder = clone;
    await page.goto("docs/play.html");
    const frame = page.frameLocator("iframe[title=Elbowroom]");
    await frame.getByRole("button", { name: "Play now" }).click({ timeout: 60_000 });
    await expect(frame.locator("g.region").first()).toBeVisible({ timeout: 60_000 });
    const combo = frame.locator("button.combo.pickable").first();
    await combo.click();
    const confirm = frame.locator("[data-action=':confirm']:enabled");
    if (await confirm.isVisible()) await confirm.click();
    await expect(combo).toHaveCount(0);
    // The frame has the origin of the page around it, so that page sees what was stored.
    expect((await storedRows(page)).some(({ text }) => text.includes('"acted"'))).toBe(true);
  } finally {
    await rm(clone, { recursive: true, force: true });
  }
});
