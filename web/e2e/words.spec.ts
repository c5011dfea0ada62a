import type { Page } from "@playwright/test";
import { PAGES } from "./pages";
import { expect, test } from "./server";
import { choose, openTable } from "./tables";

/** Names of people, figures and the ids of rules are in no catalogue. */
const NO_WORDS = /^(?:[A-Z]{3}-\d+|[\s\d.,:;/×+−–\-·%()#?…→])*$/;

/** Texts on the page that came from no catalogue: the pseudo-locale puts all others in brackets. */
async function stray(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const holder = node.parentElement;
      if (
        holder === null ||
        holder.closest("script, style, noscript, .sheet, code, pre, option, [data-own]") !== null
      )
        continue;
      const around =
        holder.closest("p, li, button, a, h1, h2, h3, label, summary, td, th, dt, dd, small, span") ?? holder;
      found.push(`${(node.textContent ?? "").trim()}\u0000${around.textContent.trim()}`);
    }
    for (const element of document.querySelectorAll("[aria-label], [title], [alt]")) {
      for (const name of ["aria-label", "title", "alt"]) {
        const value = element.getAttribute(name)?.trim() ?? "";
        if (value !== "") found.push(`${value}\u0000${value}`);
      }
    }
    return found;
  });
  return (
    texts
      .map((pair) => pair.split("\u0000") as [string, string])
      .filter(([text, around]) => !NO_WORDS.test(text) && !/[[\]]/.test(text) && !/[[\]]/.test(around))
      .map(([text]) => text)
      // The letters of our wordmark stand one by one.
      .filter((text) => text.length > 1 && !/^(Ann|Elbowroom|English|Deutsch)$/.test(text))
  );
}

// The credits name works and licences, which are called the same everywhere.
for (const path of PAGES.filter((page) => page !== "/credits")) {
  test(`every text of ${path} comes from the catalogue`, async ({ page }) => {
    await choose(page, { language: "xx", name: "Ann" });
    await page.goto(path, { waitUntil: "networkidle" });
    await expect(page.locator("h1")).toContainText("[");
    expect(await stray(page)).toEqual([]);
  });
}

test("every text of the game screen comes from the catalogue", async ({ page }) => {
  await choose(page, { language: "xx", name: "Ann", speed: "off" });
  await page.goto(`/t/${await openTable(page)}`, { waitUntil: "networkidle" });
  await expect(page.locator("section.bar h2")).toContainText("[");
  expect(await stray(page)).toEqual([]);
});

test("German is spoken where it is chosen", async ({ page }) => {
  await choose(page, { language: "de", name: "Ann" });
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByRole("button", { name: "Jetzt spielen" })).toBeVisible();
});
